# One image for every role: `serve` (all in one container), `web`, `worker`, `migrate`.
FROM python:3.11-slim-bookworm

ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1

# PostgreSQL refuses to run as root and wants its user to have a name.
RUN useradd --uid 10001 --create-home --shell /usr/sbin/nologin hindsight \
    && install -d -o hindsight -g hindsight -m 0700 /data

WORKDIR /app
COPY requirements.lock ./
RUN pip install --require-hashes -r requirements.lock
COPY manage.py pyproject.toml LICENSE ./
COPY hindsight_site hindsight_site
COPY memories memories
COPY review review
COPY sessions sessions
COPY mcp_gateway mcp_gateway
COPY templates templates
RUN python -m compileall -q hindsight_site memories review sessions mcp_gateway

USER hindsight
# Inside a container 127.0.0.1 is the container itself: other containers and the host could not reach it.
ENV HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=15s --start-period=60s --retries=3 \
    CMD ["python", "-m", "hindsight_site.health.probe", "ready"]
CMD ["python", "manage.py", "serve"]
