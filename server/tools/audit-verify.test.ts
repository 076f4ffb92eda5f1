import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { openKeyRing } from '../platform/crypto/main-key.ts'
import { recordEventsNow } from '../events/record-event.ts'
import { sealEntries } from '../events/audit/seal-entries.ts'
import { projectRoot } from '../project-root.ts'
import { testDatabase } from '../test/support/database.ts'

const { db, url, adminUrl } = await testDatabase()
const folder = await mkdtemp(path.join(tmpdir(), 'intake-verify-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const encryptionKey = randomBytes(32)

/** The command as npm runs it. */
function run(args: string[], env: Record<string, string>) {
  const command = ['--enable-source-maps', 'dist/audit-verify.mjs', ...args]
  const options = { cwd: projectRoot, env: { PATH: process.env.PATH, DATA_DIR: folder, ...env } }
  return new Promise<{ status: unknown; out: string; err: string }>((resolve) => {
    execFile(process.execPath, command, options, (error, out, err) =>
      resolve({ status: error ? error.code : 0, out, err }),
    )
  })
}
const onDatabase = { DATABASE_URL: url, ENCRYPTION_KEY: encryptionKey.toString('base64') }

it(
  'answers by its exit status, and finds a cut by the heads it printed before',
  { timeout: 120_000 },
  async () => {
    const keys = await openKeyRing(
      { encryptionKey, previousEncryptionKey: null, dataDir: folder, databaseUrl: url },
      db,
    )
    const entry = { companyId: null, actor: null, act: 'sign-in', ip: '' } as const
    await recordEventsNow({ db }, [entry, entry])
    await sealEntries({ db, keys, log: { warn: () => {} } })
    const first = await run([], {
      ...onDatabase,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      ENCRYPTION_KEY_PREVIOUS: onDatabase.ENCRYPTION_KEY,
    })
    expect(first).toMatchObject({ status: 0, err: '' })
    // A server would have made the other key known as the next one.
    expect(await db.system('test').write((client) => client.keyCheck.count())).toBe(1)
    expect(first.out).toContain('Outside any company: 2 entries, unbroken, head -:2:')

    const heads = path.join(folder, 'heads.txt')
    await writeFile(heads, first.out)
    const client = new pg.Client({ connectionString: adminUrl })
    await client.connect()
    await client.query(`SET session_replication_role = replica; DELETE FROM "AuditSeal" WHERE "number" = 2;
    DELETE FROM "AuditEntry" WHERE "id" = (SELECT max("id") FROM "AuditEntry")`)
    await client.end()
    const cut = await run(['--heads', heads], onDatabase)
    expect(cut).toMatchObject({ status: 1, err: '' })
    expect(cut.out).toMatch(/^BROKEN at chain 'Outside any company', seq 2: the chain ends before this/)
  },
)

it('makes no database where there is none', { timeout: 120_000 }, async () => {
  const { status, err } = await run([], {})
  expect(status).toBe(2)
  expect(err).toContain(`There is no database under ${folder}`)
})
