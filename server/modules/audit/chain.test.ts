import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { asSystem, withSystem } from '../../auth/actor.ts'
import { auditKeyContext } from '../../crypto/contexts.ts'
import { createKeyRing } from '../../crypto/keys.ts'
import { testDatabase } from '../../test/support/database.ts'
import { recordAudits } from './audit.service.ts'
import { headsIn, headText } from './chain.ts'
import { chainReport } from './chain-report.ts'
import { sealEntries } from './seal-entries.ts'
import { verifyChain } from './verify-chain.ts'

const { db, url, adminUrl } = await testDatabase()
const keys = createKeyRing(randomBytes(32))
const warned: unknown[] = []
const log = { warn: (line: unknown) => void warned.push(line) }
const services = { db, keys, log }

/** A superuser who does without triggers: what the chain is there for. */
async function tamper(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query(['SET session_replication_role = replica', ...statements].join(';'))
  await client.end()
}

/** Writes entries of these companies, one after another; answers their ids. */
async function write(...companies: (string | null)[]): Promise<bigint[]> {
  await recordAudits(
    services,
    companies.map((companyId) => ({
      companyId,
      actor: null,
      act: 'sign-in' as const,
      ip: '127.0.0.1',
      detail: { n: 1, a: 'ü"\\' },
    })),
  )
  const rows = await asSystem(db, 'test', (client) =>
    client.auditEntry.findMany({ select: { id: true }, orderBy: { id: 'desc' }, take: companies.length }),
  )
  return rows.map(({ id }) => id).reverse()
}

const verify = (kept: string[] = []) => verifyChain(services, kept.flatMap(headsIn))
const heads = async () => (await verify()).heads.map(headText)
const report = async (kept: string[] = []) => chainReport(db, await verify(kept))

let ids: bigint[] = []
/** The place of a written entry: [id, company, seq, number]. */
const at = (index: number) => ({ entryId: ids[index], number: BigInt(index + 1) })
beforeEach(async () => {
  warned.length = 0
  await tamper('DELETE FROM "AuditSeal"; DELETE FROM "AuditEntry"; DELETE FROM "AuditKey"')
  ids = await write('a', 'b', 'a', null, 'b', 'a')
})

describe('sealing', () => {
  it('chains what was committed, each company for itself, without a gap, and once', async () => {
    expect(await verify()).toMatchObject({ heads: [], broken: null, unsealed: 6, overdue: 0 })
    expect(await sealEntries(services)).toBe(6)
    expect(await sealEntries(services)).toBe(0)
    ids.push(...(await write('a')))
    expect(await sealEntries(services)).toBe(1)
    const seals = await asSystem(db, 'test', (client) =>
      client.auditSeal.findMany({ orderBy: { number: 'asc' } }),
    )
    expect(seals.map(({ entryId, companyId, seq }) => [entryId, companyId, Number(seq)])).toEqual([
      [ids[0], 'a', 1],
      [ids[1], 'b', 1],
      [ids[2], 'a', 2],
      [ids[3], '', 1],
      [ids[4], 'b', 2],
      [ids[5], 'a', 3],
      [ids[6], 'a', 4],
    ])
    expect(await verify()).toMatchObject({ broken: null, late: [], sealedLate: null, unsealed: 0 })
    expect((await verify()).heads.map(({ seq }) => Number(seq))).toEqual([4, 2, 1])
  })

  it('seals an entry that comes to light after one that was numbered later, and waits for none', async () => {
    let other: bigint[] = []
    await withSystem(db, 'test', async (tx) => {
      const early = await tx.auditEntry.create({ data: { act: 'sign-out', companyId: 'a' } })
      other = await write('a')
      expect(other[0]).toBeGreaterThan(early.id)
      expect(await sealEntries(services)).toBe(7)
    })
    expect(await sealEntries(services)).toBe(1)
    expect(await verify()).toMatchObject({ broken: null, late: [], unsealed: 0 })
  })

  it('finds an entry that was overtaken by thousands when it looks at the whole log', async () => {
    await tamper(
      `INSERT INTO "AuditEntry" ("id", "act") VALUES (1000000, 'sign-in')`,
      `ALTER SEQUENCE "AuditEntry_id_seq" RESTART WITH 1000001`,
    )
    expect(await sealEntries(services, { thorough: true })).toBe(7)
    await tamper(`INSERT INTO "AuditEntry" ("id", "act") VALUES (900000, 'sign-in')`)
    expect(await sealEntries(services)).toBe(0)
    expect(await sealEntries(services, { thorough: true })).toBe(1)
    await tamper(`SELECT setval('"AuditEntry_id_seq"', 2000)`)
  })

  it('is done by one at a time, however many try', async () => {
    await Promise.all([1, 2, 3, 4].map(() => sealEntries(services)))
    await sealEntries(services)
    expect(await verify()).toMatchObject({ broken: null, unsealed: 0 })
    expect((await heads()).length).toBe(3)
  })

  it('goes on under the same key when that is wrapped by another main key', async () => {
    await sealEntries(services)
    const row = await asSystem(db, 'test', (client) => client.auditKey.findFirstOrThrow())
    const next = createKeyRing(randomBytes(32))
    const context = auditKeyContext(row.id)
    const wrapped = next.wrap(keys.unwrap(row.wrapped, context), context)
    await asSystem(db, 'test', (client) =>
      client.auditKey.update({ where: { id: row.id }, data: { wrapped } }),
    )
    await write('b')
    expect(await sealEntries({ db, keys: next, log })).toBe(1)
    expect(await verifyChain({ db, keys: next })).toMatchObject({ broken: null, unsealed: 0 })
    await expect(verify()).rejects.toThrow(/wrapped under the key/)
  })

  it('never makes another key where there are seals', async () => {
    await sealEntries(services)
    await tamper('DELETE FROM "AuditKey"')
    await write('a')
    await expect(sealEntries(services)).rejects.toThrow('The key of the audit log is gone')
    await expect(verify()).rejects.toThrow('The key of the audit log is gone')
  })
})

it('warns where old entries have neither seals nor their key, and seals them', async () => {
  await sealEntries(services)
  expect(warned).toEqual([])
  await tamper(
    'DELETE FROM "AuditSeal"; DELETE FROM "AuditKey"',
    `UPDATE "AuditEntry" SET "at" = now() - interval '25 hours' WHERE "id" = ${ids[0]}`,
  )
  expect(await sealEntries(services)).toBe(6)
  expect(warned).toEqual([
    expect.stringMatching(/^the audit log has old entries and neither seals nor their key/),
  ])
  expect((await verify()).sealedLate).toMatchObject({ first: at(0), count: 1 })
})

describe('the application itself', () => {
  const asOwner = async (statement: string): Promise<string> => {
    const client = new pg.Client({ connectionString: url, options: '-c intake.scope=system' })
    await client.connect()
    return client
      .query(statement)
      .then(
        () => 'done',
        (error: Error) => error.message,
      )
      .finally(() => client.end())
  }

  it.each([
    ['AuditEntry', 'id'],
    ['AuditSeal', 'entryId'],
    ['AuditKey', 'id'],
  ])('is refused to change, to delete and to empty %s', async (table, column) => {
    await sealEntries(services)
    const statements = [
      `DELETE FROM "${table}"`,
      `TRUNCATE "${table}"`,
      `UPDATE "${table}" SET "${column}" = "${column}"`,
    ]
    for (const statement of statements)
      expect(await asOwner(statement)).toBe(`permission denied for table ${table}`)
    // With the rights given back, which an owner can do, the triggers are still there.
    const rights = `UPDATE, DELETE, TRUNCATE ON "${table}"`
    await tamper(`GRANT ${rights} TO intake`)
    for (const statement of statements)
      expect(await asOwner(statement)).toContain(`on ${table} is refused: the table is append-only`)
    await tamper(`REVOKE ${rights} FROM intake`, 'GRANT UPDATE ("wrapped") ON "AuditKey" TO intake')
    expect(await verify()).toMatchObject({ broken: null, unsealed: 0 })
  })

  it('sees neither seals nor their key but as the system', async () => {
    await sealEntries(services)
    for (const scope of ['', 'company', 'all'])
      for (const table of ['AuditSeal', 'AuditKey']) {
        const client = new pg.Client({ connectionString: url, options: `-c intake.scope=${scope}` })
        await client.connect()
        expect((await client.query(`SELECT * FROM "${table}"`)).rows).toEqual([])
        await client.end()
      }
  })
})

describe('the verifier finds', () => {
  beforeEach(async () => {
    await sealEntries(services)
    expect((await verify()).broken).toBeNull()
  })
  const entry = (index: number) => `"id" = ${ids[index]}`
  const seal = (index: number) => `"entryId" = ${ids[index]}`

  it.each([
    ['actorName', `'Somebody else'`],
    ['actorId', `'u1'`],
    ['act', `'sign-out'`],
    ['at', `"at" - interval '1 millisecond'`],
    ['objectType', `'user'`],
    ['objectId', `'x'`],
    ['ip', `'10.0.0.1'`],
    ['companyId', `'b'`],
    ['detail', `'{"n": 2, "a": "ü\\"\\\\"}'`],
  ])('a changed %s', async (column, value) => {
    await tamper(`UPDATE "AuditEntry" SET "${column}" = ${value} WHERE ${entry(2)}`)
    expect((await verify()).broken).toEqual({ fault: 'altered', ...at(2), companyId: 'a', seq: 2n })
    expect(await report()).toEqual({
      isSound: false,
      lines: [
        `BROKEN at entry ${ids[2]}, chain 'Company a (gone)', seq 2, seal 3: the entry or its seal is ` +
          'not what was written. What comes after it was not looked at',
      ],
    })
  })

  it('the first of several', async () => {
    await tamper(`UPDATE "AuditEntry" SET "ip" = '' WHERE ${entry(4)} OR ${entry(1)}`)
    expect((await verify()).broken).toMatchObject({ fault: 'altered', ...at(1) })
  })

  it('an entry that is gone, and one whose seal is gone with it', async () => {
    await tamper(`DELETE FROM "AuditEntry" WHERE ${entry(3)}`)
    expect((await verify()).broken).toEqual({ fault: 'entry-missing', ...at(3), companyId: '', seq: 1n })
    await tamper(`DELETE FROM "AuditSeal" WHERE ${seal(3)}`)
    expect((await verify()).broken).toMatchObject({ fault: 'seal-missing', number: 4n })
  })

  it("a company's last entry that is gone with its seal, as others were sealed after it", async () => {
    await tamper(`DELETE FROM "AuditEntry" WHERE ${entry(4)}`, `DELETE FROM "AuditSeal" WHERE ${seal(4)}`)
    expect((await verify()).broken).toMatchObject({ fault: 'seal-missing', number: 5n })
  })

  it.each([
    ['mac', `'\\x00'`, 'altered'],
    ['sealedAt', `"sealedAt" + interval '1 second'`, 'altered'],
    ['seq', '9', 'out-of-place'],
    ['companyId', `'c'`, 'out-of-place'],
    ['number', '90', 'seal-missing'],
  ])('a seal whose %s was changed', async (column, value, fault) => {
    await tamper(`UPDATE "AuditSeal" SET "${column}" = ${value} WHERE ${seal(2)}`)
    expect((await verify()).broken).toMatchObject({ fault, number: 3n })
  })

  it('two entries that changed places', async () => {
    await tamper(
      `UPDATE "AuditSeal" SET "entryId" = -1 WHERE ${seal(0)}`,
      `UPDATE "AuditSeal" SET "entryId" = ${ids[0]} WHERE ${seal(2)}`,
      `UPDATE "AuditSeal" SET "entryId" = ${ids[2]} WHERE "entryId" = -1`,
    )
    expect((await verify()).broken).toMatchObject({ fault: 'altered', number: 1n })
  })

  it('an entry that was put in between with a seal of its own', async () => {
    await tamper(
      `UPDATE "AuditSeal" SET "number" = "number" + 100, "seq" = "seq" + CASE "companyId" WHEN 'a' THEN 100 ELSE 0 END WHERE "number" > 1`,
      `UPDATE "AuditSeal" SET "number" = "number" - 99, "seq" = "seq" - CASE "companyId" WHEN 'a' THEN 99 ELSE 0 END WHERE "number" > 1`,
      `INSERT INTO "AuditEntry" ("id", "act", "companyId") VALUES (-5, 'sign-in', 'a')`,
      `INSERT INTO "AuditSeal" VALUES (2, -5, 'a', 2, now(), '\\x00')`,
    )
    expect((await verify()).broken).toMatchObject({ fault: 'altered', number: 2n, entryId: -5n })
  })

  it('an entry that was put in for an earlier day, which the server then sealed', async () => {
    await tamper(
      `INSERT INTO "AuditEntry" ("id", "act", "companyId", "at") VALUES (-6, 'sign-in', 'a', now() - interval '1 day')`,
    )
    expect(await verify()).toMatchObject({ broken: null, unsealed: 1, overdue: 1 })
    await sealEntries(services, { thorough: true })
    expect(await verify()).toMatchObject({ broken: null, late: [{ fault: 'late', entryId: -6n }] })
    const { isSound, lines } = await report()
    expect([isSound, lines.at(-1)]).toEqual([false, expect.stringMatching(/^OUT OF TIME: entry -6/)])
  })

  it('that seals were taken away, from where on the server sealed all anew', async () => {
    await tamper(
      'DELETE FROM "AuditSeal"',
      `UPDATE "AuditEntry" SET "at" = now() - interval '59 minutes'`,
      `UPDATE "AuditEntry" SET "at" = now() - interval '61 minutes', "ip" = '' WHERE "id" >= ${ids[2]}`,
    )
    expect(await sealEntries(services)).toBe(6)
    expect(await verify()).toMatchObject({
      broken: null,
      late: [],
      sealedLate: { first: { fault: 'sealed-late', ...at(2) }, count: 4 },
    })
    // An outage has the same look, so it is told, and left to whoever reads it.
    const { isSound, lines } = await report()
    expect([isSound, lines.at(-1)]).toEqual([
      true,
      `SEALED LATE: entry ${ids[2]}, chain 'Company a (gone)', seq 2, seal 3: sealed more than an hour after it was ` +
        'written. Unless no server with jobs ran then, the chain was sealed anew from here. It is the first of 4 such entries',
    ])
  })

  it('that the last entries were cut off, by a head that was kept outside', async () => {
    const kept = await heads()
    const { lines } = await report()
    await tamper(`DELETE FROM "AuditEntry" WHERE ${entry(5)}`, `DELETE FROM "AuditSeal" WHERE ${seal(5)}`)
    expect((await verify()).broken).toBeNull()
    expect((await verify(kept)).broken).toMatchObject({ fault: 'cut-off', companyId: 'a', seq: 3n })
    expect((await verify(lines)).broken).toMatchObject({ fault: 'cut-off' })
    await write('a')
    await sealEntries(services)
    expect((await verify()).broken).toBeNull()
    expect((await verify(kept)).broken).toMatchObject({ fault: 'other-head', companyId: 'a', seq: 3n })
  })
})

it('tells the operator what there is, and how to keep it', async () => {
  await sealEntries(services)
  ids.push(...(await write(null)))
  const { isSound, lines } = await report(await heads())
  expect(isSound).toBe(true)
  expect(lines).toEqual([
    expect.stringMatching(/^Company a \(gone\): 3 entries, unbroken, head a:3:[0-9a-f]{64}$/),
    expect.stringMatching(/^Company b \(gone\): 2 entries, unbroken, head b:2:[0-9a-f]{64}$/),
    expect.stringMatching(/^Outside any company: 1 entry, unbroken, head -:1:[0-9a-f]{64}$/),
    expect.stringMatching(/^6 entries in all\. Keep the heads outside/),
    '1 entry waits for a seal, as fresh ones do for a moment',
  ])
})
