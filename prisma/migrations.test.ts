import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isContracting } from '../server/platform/database/migrate.ts'
import { migrationsFolder, readMigrations, type SqlFile } from '../server/platform/database/schema-files.ts'

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

const code = ({ sql }: Pick<SqlFile, 'sql'>) => sql.replace(/--.*$/gm, '')
const contracts = (migration: Pick<SqlFile, 'sql'>) =>
  CONTRACTING.filter((pattern) => pattern.test(code(migration))).map(String)

test('migrations only add, unless their name says that they contract', async () => {
  const found = (await readMigrations(migrationsFolder))
    .filter(({ name }) => !isContracting(name))
    .map((migration) => [migration.name, contracts(migration)] as const)
    .filter(([, patterns]) => patterns.length > 0)
  expect(found).toEqual([])
})

test('no migration is dated after its commit', async () => {
  const names = (await readMigrations(migrationsFolder)).map(({ name }) => name)
  const committed = async (name: string) => {
    const file = path.join(migrationsFolder, name, 'migration.sql')
    const args = ['log', '--diff-filter=A', '--format=%ct', '--', file]
    // A copy without its history, or a machine without git, tells only that no name lies in the future.
    const { stdout } = await promisify(execFile)('git', args, { cwd: migrationsFolder }).catch(() => ({
      stdout: '',
    }))
    const seconds = Number(stdout.trim().split('\n').at(-1))
    return new Date(seconds > 0 ? seconds * 1000 : Date.now()).toISOString().replace(/\D/g, '').slice(0, 14)
  }
  for (const name of names) expect(name.slice(0, 14) <= (await committed(name)), name).toBe(true)
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
