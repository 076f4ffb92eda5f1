#!/bin/sh
# Makes the application's role and database on PostgreSQL 14 to 18. The postgres image runs it on an empty volume; elsewhere
# run it once as README.md says. PGHOST, PGUSER and so on name the server and a superuser, or a role that may create roles
# and databases, as providers give one. The new role is no superuser, so that it obeys row-level security.
set -eu
export INTAKE_DATABASE_PASSWORD
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --dbname="${PGDATABASE:-postgres}" ${POSTGRES_USER:+--username="$POSTGRES_USER"} <<'SQL'
\set password `printenv INTAKE_DATABASE_PASSWORD`
SELECT current_setting('server_version_num')::int >= 160000 AS grants_set,
       current_setting('server_version_num')::int >= 170000 AS has_builtin,
       current_setting('server_version_num')::int < 150000 AS has_open_schema,
       rolsuper AS is_super
  FROM pg_roles WHERE rolname = current_user \gset
CREATE ROLE intake LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD :'password';
-- Only a member of a role may give it a database. From 16 on, the creator is one without the right to act as it.
\if :is_super
\elif :grants_set
  GRANT intake TO CURRENT_USER WITH SET TRUE, INHERIT FALSE;
\else
  GRANT intake TO CURRENT_USER;
\endif
-- The character type decides which characters are letters in a search.
\if :has_builtin
  CREATE DATABASE intake OWNER intake TEMPLATE template0 ENCODING 'UTF8'
    LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' LC_COLLATE 'C' LC_CTYPE 'C.UTF-8';
\else
  CREATE DATABASE intake OWNER intake TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C.UTF-8';
\endif
\if :is_super
  REVOKE ALL ON DATABASE intake FROM PUBLIC;
  -- Before 15 every role may create tables there.
  \if :has_open_schema
    \connect intake
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    GRANT ALL ON SCHEMA public TO intake;
  \endif
\else
  SET ROLE intake;
  REVOKE ALL ON DATABASE intake FROM PUBLIC;
  RESET ROLE;
  REVOKE intake FROM CURRENT_USER;
\endif
SQL
