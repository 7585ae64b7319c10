"""Every setting that comes from the environment, read once, validated, and named when it is nonsense."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from cryptography.fernet import Fernet
from pydantic import Field, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

Fraction = Annotated[float, Field(ge=0.0, le=1.0)]
Days = Annotated[float, Field(gt=0, le=36500)]
Count = Annotated[int, Field(ge=1, le=1_000_000)]
Words = Annotated[tuple[str, ...], NoDecode]


class BadSetting(Exception):
    """One or more settings cannot be used; the message names each with the way out, never its value."""


class Environment(BaseSettings):
    """SPEC 12: the environment of one process. Numbers are the defaults that SPEC gives."""

    model_config = SettingsConfigDict(env_file=None, extra="ignore", case_sensitive=True)

    # Where and how it runs.
    DATABASE_URL: str = ""
    DATABASE_OWNER_URL: str = ""
    DATA_DIR: Path = Path("var")
    SECRET_KEY: str = ""
    FIELD_ENCRYPTION_KEY: Words = ()
    ALLOWED_HOSTS: Words = ("localhost", "127.0.0.1", "[::1]")
    CSRF_TRUSTED_ORIGINS: Words = ()
    SECURE_COOKIES: bool = False
    DEBUG: bool = False
    HOST: str = "127.0.0.1"
    PORT: Annotated[int, Field(ge=1, le=65535)] = 8080
    WEB_WORKERS: Annotated[int, Field(ge=1, le=64)] = 1
    WEB_THREADS: Annotated[int, Field(ge=1, le=128)] = 8
    QUEUE_WORKERS: Annotated[int, Field(ge=1, le=64)] = 2

    # Parts.
    EMBEDDING_PROVIDER: Literal["local", "openai"] = "local"
    EMBEDDING_MODEL: str = "multilingual-e5-small-q4"
    EMBEDDING_BASE_URL: str = ""
    EMBEDDING_API_KEY: str = ""
    EMBEDDING_DIMENSIONS: Annotated[int, Field(ge=8, le=4000)] = 384
    LLM_BASE_URL: str = ""
    LLM_API_KEY: str = ""
    LLM_MODEL: str = ""
    LLM_TIMEOUT_SECONDS: Annotated[float, Field(gt=0, le=600)] = 60

    # Writing.
    FACT_CONFIDENCE: Fraction = 0.9
    INFERENCE_CONFIDENCE: Fraction = 0.6
    INFERENCE_CEILING: Fraction = 0.8
    CRITICAL_CHANNELS: Words = ("config_file",)
    SHORT_TTL_SECONDS: Count = 86_400
    OVERLAP_NEIGHBOURS: Annotated[int, Field(ge=1, le=50)] = 10
    BATCH_MAX_ITEMS: Annotated[int, Field(ge=1, le=1000)] = 1000
    RECALL_ECHO_HOURS: Annotated[float, Field(ge=0, le=8760)] = 24
    IDEMPOTENCY_HOURS: Annotated[float, Field(gt=0, le=8760)] = 48
    JOB_LEASE_SECONDS: Count = 120
    JOB_RETENTION_DAYS: Days = 7

    # Sessions.
    FLUSH_TURNS: Annotated[int, Field(ge=1, le=100)] = 5
    FLUSH_IDLE_SECONDS: Count = 30
    HOT_WINDOW_SIZE: Annotated[int, Field(ge=1, le=100)] = 5
    WARM_COMPRESSION_RATIO: Annotated[float, Field(ge=0.2, le=1.0)] = 0.3
    CONTEXT_MAX_TOKENS: Annotated[int, Field(ge=50, le=100_000)] = 2000
    TURN_RETENTION_DAYS: Days = 30
    EXTRACTION_TOKEN_BUDGET: Annotated[int, Field(ge=0)] = 8000

    # Recalling.
    SEARCH_CANDIDATES: Annotated[int, Field(ge=5, le=500)] = 50
    TOP_K: Annotated[int, Field(ge=1, le=50)] = 5
    MIN_SIMILARITY: Fraction = 0.2
    MIN_CONFIDENCE: Fraction = 0.3
    FRESHNESS_TIME_CONSTANT_DAYS: Days = 30
    SEARCH_DEADLINE_MS: Count = 2000
    RECALL_RETENTION_DAYS: Days = 180

    # Confidence and life.
    CONFIDENCE_DECAY_RATE: Fraction = 0.02
    CONFIDENCE_DECAY_PERIOD_DAYS: Days = 7
    CONTESTED_FACTOR: Fraction = 0.7
    REVIEW_CONFIDENCE: Fraction = 0.3
    ARCHIVE_AFTER_DAYS: Days = 90
    ARCHIVE_RETENTION_DAYS: Days = 365
    TRASH_DAYS: Days = 30

    # Review.
    REVIEW_INTERVAL_SECONDS: Count = 300
    REVIEW_AFTER_WRITES: Count = 50
    REVIEW_BATCH_PAIRS: Annotated[int, Field(ge=1, le=20)] = 8
    REVIEW_TOKEN_BUDGET: Annotated[int, Field(ge=0)] = 20_000
    REVIEW_DAILY_TOKEN_BUDGET: Annotated[int, Field(ge=0)] = 500_000
    REVIEW_LEASE_SECONDS: Count = 180
    QUEUE_PER_DAY: Annotated[int, Field(ge=0, le=1000)] = 20
    SPOT_CHECKS_PER_DAY: Annotated[int, Field(ge=0, le=100)] = 5
    CONFLICT_SIMILARITY: Fraction = 0.25
    QUEUE_AGE_ALERT_HOURS: Annotated[float, Field(gt=0)] = 72

    @field_validator(
        "FIELD_ENCRYPTION_KEY", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "CRITICAL_CHANNELS", mode="before"
    )
    @classmethod
    def split_commas(cls, value: Any) -> Any:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value

    @field_validator("FIELD_ENCRYPTION_KEY")
    @classmethod
    def keys_are_fernet(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for number, key in enumerate(value, start=1):
            try:
                Fernet(key)
            except ValueError as error:
                raise ValueError(
                    f"key {number} is not a Fernet key: 32 random bytes in URL-safe base64 (44 characters)"
                ) from error
        return value

    @field_validator("DATABASE_URL", "DATABASE_OWNER_URL")
    @classmethod
    def database_is_postgres(cls, value: str) -> str:
        if value and not value.startswith(("postgres://", "postgresql://")):
            raise ValueError("must start with postgresql:// (Hindsight needs PostgreSQL 15+ with pgvector 0.8+)")
        return value

    @model_validator(mode="after")
    def parts_fit(self) -> Environment:
        if self.EMBEDDING_PROVIDER == "openai" and not self.EMBEDDING_BASE_URL:
            raise ValueError("EMBEDDING_BASE_URL is needed when EMBEDDING_PROVIDER=openai")
        if self.LLM_BASE_URL and not self.LLM_MODEL:
            raise ValueError("LLM_MODEL is needed when LLM_BASE_URL is set")
        if self.LLM_BASE_URL and self.REVIEW_LEASE_SECONDS <= self.LLM_TIMEOUT_SECONDS:
            raise ValueError(
                "REVIEW_LEASE_SECONDS must be longer than LLM_TIMEOUT_SECONDS: a run renews its lease between calls"
            )
        return self


def read_environment() -> Environment:
    """Read and validate the process environment.

    Raises:
        BadSetting: naming every setting that is wrong and why; values are left out, since some are secrets.
    """
    try:
        return Environment()
    except ValidationError as error:
        lines = []
        for problem in error.errors(include_input=False, include_url=False):
            name = str(problem["loc"][0]) if problem["loc"] else "settings"
            lines.append(f"  {name}: {problem['msg'].removeprefix('Value error, ')}")
        raise BadSetting("These settings cannot be used:\n" + "\n".join(lines)) from None
