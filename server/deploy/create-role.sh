#!/bin/sh
# Run once by the postgres image on an empty volume: the application's role is no superuser, so that it obeys row-level
# security, and owns its database.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$INTAKE_DATABASE_PASSWORD" --username="$POSTGRES_USER" <<'SQL'
CREATE ROLE intake LOGIN PASSWORD :'password';
CREATE DATABASE intake OWNER intake ENCODING 'UTF8' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8' TEMPLATE template0;
SQL
