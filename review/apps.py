"""The app of the review."""

from django.apps import AppConfig


class ReviewConfig(AppConfig):
    name = "review"
    verbose_name = "Hindsight"
    default_auto_field = "django.db.models.BigAutoField"
