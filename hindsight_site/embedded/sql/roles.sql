-- Roles of Hindsight, made once as a superuser (or a role that may create roles) in any database.
-- Passwords are set apart from this file. Running it again changes nothing.
--   hindsight_owner  owns the database and its tables; used by migrations alone
--   hindsight_app    what web and worker connect as: row-level security binds it, and it owns nothing
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'hindsight_owner') THEN
        CREATE ROLE hindsight_owner LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOREPLICATION;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'hindsight_app') THEN
        CREATE ROLE hindsight_app LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOREPLICATION;
    END IF;
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'hindsight_app' AND (rolsuper OR rolbypassrls)) THEN
        RAISE EXCEPTION 'hindsight_app is a superuser or bypasses row-level security: namespaces would not be walled off';
    END IF;
    IF pg_has_role('hindsight_app', 'hindsight_owner', 'MEMBER') THEN
        RAISE EXCEPTION 'hindsight_app is a member of hindsight_owner: REVOKE hindsight_owner FROM hindsight_app';
    END IF;
END
$$;
