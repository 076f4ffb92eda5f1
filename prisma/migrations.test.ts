import { expect, test } from 'vitest'
import { isContracting } from '../server/database/migrate.ts'
import { migrationsFolder, readMigrations, type Migration } from '../server/database/migrations-folder.ts'

/** Later ones are applied while nodes of the release before serve. */
const LAST_BEFORE = '20261123007000_webhook_turns'

/** What takes from older nodes something that they use, or holds a table for as long as it has rows. */
const CONTRACTING = [
  /\bDROP (TABLE|COLUMN|VIEW|FUNCTION|TYPE|DEFAULT)\b/i,
  /\bALTER TABLE\b[^;]*\bDROP (IF EXISTS )?"/i,
  /\bRENAME\b/i,
  /\bSET NOT NULL\b/i,
  /\bALTER (COLUMN )?"\w+" (SET DATA )?TYPE\b/i,
  /\bADD (COLUMN )?(IF NOT EXISTS )?"\w+"(?![^,;]*\b(DEFAULT|GENERATED)\b)[^,;]*\bNOT NULL\b/i,
  /\bADD CONSTRAINT\b[^;]*\b(CHECK|FOREIGN KEY)\b(?![^;]*\bNOT VALID\b)/i,
  /^UPDATE\b/im,
]

/** Why older nodes don't notice. */
const HARMLESS = new Map([
  ['20261124002020_audit_partitions', 'the table of the same name takes the place of the renamed one'],
])

const code = ({ sql }: Pick<Migration, 'sql'>) => sql.replace(/--.*$/gm, '')
const contracts = (migration: Pick<Migration, 'sql'>) =>
  CONTRACTING.filter((pattern) => pattern.test(code(migration))).map(String)

test('migrations only add, unless their name says that they contract', async () => {
  const found = (await readMigrations(migrationsFolder))
    .filter(({ name }) => name > LAST_BEFORE && !isContracting(name) && !HARMLESS.has(name))
    .map((migration) => [migration.name, contracts(migration)] as const)
    .filter(([, patterns]) => patterns.length > 0)
  expect(found).toEqual([])
})

test.each([
  'ALTER TABLE "Company" DROP COLUMN "x";',
  'ALTER TABLE "Company" DROP "x";',
  'ALTER TABLE "Company" RENAME COLUMN "x" TO "y";',
  'ALTER TABLE "Company" ALTER COLUMN "x" SET NOT NULL;',
  'ALTER TABLE "Company" ALTER COLUMN "x" TYPE bigint;',
  'ALTER TABLE "Company" ADD COLUMN "x" text NOT NULL;',
  'ALTER TABLE "Company" ADD CONSTRAINT "c" CHECK ("x" > 0);',
  'DROP TABLE "Company";',
  'UPDATE "Company" SET "x" = 1;',
])('notices %s', (sql) => expect(contracts({ sql })).toHaveLength(1))

test.each([
  'ALTER TABLE "Company" ADD COLUMN "x" text NOT NULL DEFAULT \'\', ADD "y" int;',
  'CREATE TABLE "Thing" ("id" text NOT NULL); -- nothing to DROP TABLE here',
  'CREATE OR REPLACE FUNCTION f() RETURNS void LANGUAGE sql AS $$\n  UPDATE "Company" SET "x" = 1 $$;',
])('allows %s', (sql) => expect(contracts({ sql })).toEqual([]))
