"""Django's settings: one file, everything that varies comes from the environment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from hindsight_site import logs
from hindsight_site.database_url import connection_settings
from hindsight_site.environment import BadSetting, read_environment

BASE_DIR = Path(__file__).resolve().parent.parent

try:
    HINDSIGHT = read_environment()
except BadSetting as error:
    raise ImproperlyConfigured(str(error)) from None

DATA_DIR = HINDSIGHT.DATA_DIR.expanduser().resolve()
# `launch` fills these from DATA_DIR/secrets before settings load; there is no default secret.
SECRET_KEY = HINDSIGHT.SECRET_KEY
FIELD_ENCRYPTION_KEY = list(HINDSIGHT.FIELD_ENCRYPTION_KEY)
if not SECRET_KEY or not FIELD_ENCRYPTION_KEY:
    raise ImproperlyConfigured(
        "SECRET_KEY and FIELD_ENCRYPTION_KEY are not set. `make run` makes its own and keeps them under "
        "DATA_DIR; with your own database set both in the environment (docs/running.md)."
    )

DEBUG = HINDSIGHT.DEBUG
ALLOWED_HOSTS = list(HINDSIGHT.ALLOWED_HOSTS)
CSRF_TRUSTED_ORIGINS = list(HINDSIGHT.CSRF_TRUSTED_ORIGINS)

INSTALLED_APPS = [
    "unfold",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_q",
    "mcp_server",
    "memories",
    "review",
    "sessions",
    "mcp_gateway",
    "hindsight_site",
]

MIDDLEWARE = [
    "hindsight_site.health.middleware.Health",
    "hindsight_site.metrics.measuring.Measure",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "memories.console.zone.ViewerZone",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "memories.console.walls.NamespaceWall",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "hindsight_site.urls"
WSGI_APPLICATION = "hindsight_site.wsgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# `default` is the application role, which row-level security binds; `owner` owns the tables and is used by
# `migrate` alone. With one URL both are the same role (a check warns that the second wall is missing).
DATABASES: dict[str, Any] = {"default": connection_settings(HINDSIGHT.DATABASE_URL)}
if HINDSIGHT.DATABASE_OWNER_URL:
    DATABASES["owner"] = connection_settings(HINDSIGHT.DATABASE_OWNER_URL)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("zh-hans", "简体中文")]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HINDSIGHT.SECURE_COOKIES
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True

LOGGING = logs.configuration("INFO")

STATIC_URL = "static/"
# Served from where the packages keep them: nothing to collect, nothing to go stale after an upgrade.
WHITENOISE_USE_FINDERS = True

# SECURE_COOKIES means: reached over HTTPS alone. gunicorn believes X-Forwarded-Proto of FORWARDED_ALLOW_IPS.
SECURE_SSL_REDIRECT = HINDSIGHT.SECURE_COOKIES
SESSION_COOKIE_SECURE = HINDSIGHT.SECURE_COOKIES
CSRF_COOKIE_SECURE = HINDSIGHT.SECURE_COOKIES
SESSION_COOKIE_HTTPONLY = True
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# HSTS is a promise about a whole domain, for the proxy that owns the domain to make.
SILENCED_SYSTEM_CHECKS = ["security.W004"]
# Larger than the largest batch (1,000 values of 2,000 characters with their labels).
DATA_UPLOAD_MAX_MEMORY_SIZE = 16 * 1024 * 1024

UNFOLD: dict[str, Any] = {
    "SITE_TITLE": "Hindsight",
    "SITE_HEADER": "Hindsight",
    "SITE_SYMBOL": "history",
    "SITE_URL": None,
    "SHOW_HISTORY": False,
    "SHOW_LANGUAGES": True,
    "SHOW_VIEW_ON_SITE": False,
    "BORDER_RADIUS": "8px",
    "STYLES": [
        "review.console.navigation.stylesheet",
        "review.console.navigation.searching_stylesheet",
        "review.console.navigation.history_stylesheet",
    ],
    "SCRIPTS": ["review.console.navigation.zone_script"],
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": "review.console.navigation.favicon"}],
    "SIDEBAR": {"navigation": "review.console.navigation.sidebar"},
    "DASHBOARD_CALLBACK": "review.console.start.dashboard",
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["memories.api.authentication.BearerAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["memories.api.authentication.HasScope"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "memories.api.errors.exception_handler",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Hindsight",
    "DESCRIPTION": "A memory service for LLM agents that keeps judging what it remembers.",
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    # Pydantic describes its models in JSON Schema 2020-12, as OpenAPI 3.1 does and 3.0 does not.
    "OAS_VERSION": "3.1.1",
    # The document shows no data and needs no token; the page that renders it asks no other host for its parts.
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_AUTHENTICATION": [],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "PREPROCESSING_HOOKS": ["hindsight_site.openapi.only_rest"],
    "ENUM_NAME_OVERRIDES": {"AnyOrAll": ["any", "all"]},
}

# Rows are truth, jobs are nudges. `retry` exceeds waiting in memory (queue_limit / workers jobs) plus
# `timeout`, because django-q2 starts its retry clock when a job is pulled, not when it runs. A failed job
# comes back after `retry`, at most `max_attempts` times.
Q_CLUSTER: dict[str, Any] = {
    "name": "hindsight",
    "orm": "default",
    "workers": HINDSIGHT.QUEUE_WORKERS,
    "queue_limit": 4,
    "bulk": 1,
    "timeout": 300,
    "retry": 1800,
    "max_attempts": 3,
    "ack_failures": False,
    "catch_up": False,
    "poll": 0.5,
    "save_limit": 200,
    "scheduler": False,
    "label": "Jobs",
}

DJANGO_MCP_AUTHENTICATION_CLASSES = ["mcp_gateway.authentication.GatewayAuthentication"]
DJANGO_MCP_GLOBAL_SERVER_CONFIG = {"name": "hindsight", "stateless": True}
DJANGO_MCP_GET_SERVER_INSTRUCTIONS_TOOL = False
