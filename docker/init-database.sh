#!/bin/bash
# Run once by the database image on an empty volume. The same SQL serves the embedded server and a team's own.
set -euo pipefail
: "${HINDSIGHT_OWNER_PASSWORD:?}" "${HINDSIGHT_APP_PASSWORD:?}"
sql=${HINDSIGHT_SQL:-/hindsight-sql}
run() { psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" "$@"; }
run --dbname postgres --file "$sql/roles.sql"
# The passwords come from the environment inside psql, never on a command line that `ps` shows.
run --dbname postgres <<'SQL'
\getenv owner_password HINDSIGHT_OWNER_PASSWORD
\getenv app_password HINDSIGHT_APP_PASSWORD
ALTER ROLE hindsight_owner PASSWORD :'owner_password';
ALTER ROLE hindsight_app PASSWORD :'app_password';
ALTER DATABASE hindsight OWNER TO hindsight_owner;
SQL
run --dbname hindsight --file "$sql/database.sql"
