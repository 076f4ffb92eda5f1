import pg from 'pg'
import { fullApplication } from '#domain/catalogue/application.fixture'

/** Plain tables of the same rows beside Intake's, in a schema of their own. */
const TABLES = `
  CREATE SCHEMA bare;
  CREATE TABLE bare.submission AS
    SELECT row."id", row."legalName", row."dbaName", company."nameOut" AS "company", row."submittedBy" AS "user",
      row."createdAt", $body$::jsonb AS "body"
    FROM "SubmissionDesk" AS row JOIN "Company" AS company ON company."id" = row."companyId"
    ORDER BY row."createdAt";
  ALTER TABLE bare.submission ADD PRIMARY KEY ("id");
  CREATE INDEX ON bare.submission ("createdAt");
  CREATE TABLE bare."user" AS SELECT "id", "email", "passwordHash" FROM "User";
  CREATE UNIQUE INDEX ON bare."user" ("email");
  CREATE TABLE bare.application ("id" uuid PRIMARY KEY, "body" jsonb NOT NULL);
  CREATE TABLE bare.document ("id" uuid PRIMARY KEY, "size" int NOT NULL, "createdAt" timestamptz NOT NULL DEFAULT now());`

/** @param client the superuser's, on Intake's filled database */
export async function makeBareTables(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`SELECT WHERE to_regnamespace('bare') IS NOT NULL`)
  if (rowCount === 0) {
    await client.query(TABLES.replace('$body$', () => pg.escapeLiteral(JSON.stringify(fullApplication()))))
    await client.query('VACUUM (ANALYZE) bare.submission, bare."user"')
  }
}
