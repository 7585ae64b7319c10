-- What the two roles may do; run as a superuser in the database `hindsight` (owner: hindsight_owner).
-- Running it again changes nothing, and takes back nothing that a migration has granted or revoked.
CREATE EXTENSION IF NOT EXISTS vector;

DO $$
BEGIN
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO hindsight_app', current_database());
END
$$;

REVOKE ALL ON SCHEMA public FROM PUBLIC;
REVOKE ALL ON SCHEMA public FROM hindsight_app;
GRANT USAGE ON SCHEMA public TO hindsight_app;
GRANT USAGE, CREATE ON SCHEMA public TO hindsight_owner;

-- What migrations make from now on.
ALTER DEFAULT PRIVILEGES FOR ROLE hindsight_owner IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO hindsight_app;
ALTER DEFAULT PRIVILEGES FOR ROLE hindsight_owner IN SCHEMA public
    GRANT USAGE, SELECT ON SEQUENCES TO hindsight_app;
-- Functions are open to everyone unless that is taken back for the role as a whole.
ALTER DEFAULT PRIVILEGES FOR ROLE hindsight_owner REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES FOR ROLE hindsight_owner GRANT EXECUTE ON FUNCTIONS TO hindsight_app;

-- VACUUM and ANALYZE without owning the table, where PostgreSQL can grant that (17 and later): what is erased
-- must also leave the heap. Before 17 only the owner's connection can.
DO $$
BEGIN
    IF current_setting('server_version_num')::int >= 170000 THEN
        EXECUTE 'ALTER DEFAULT PRIVILEGES FOR ROLE hindsight_owner IN SCHEMA public '
            'GRANT MAINTAIN ON TABLES TO hindsight_app';
    END IF;
END
$$;
