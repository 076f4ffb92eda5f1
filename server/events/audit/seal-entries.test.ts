import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { auditKeyContext } from '../../platform/crypto/contexts.ts'
import { createKeyRing } from '../../platform/crypto/keys.ts'
import { sealEntries } from './seal-entries.ts'
import { verifyChain } from './verify-chain.ts'
import { startChainTests } from './chain.fixture.ts'

const { db, url, keys, warned, log, services, tamper, write, verify, heads, ids, at } =
  await startChainTests()

describe('sealing', () => {
  it('chains what was committed, each company for itself, without a gap, and once', async () => {
    expect(await verify()).toMatchObject({ heads: [], broken: null, unsealed: 6, overdue: 0 })
    expect(await sealEntries(services)).toBe(6)
    expect(await sealEntries(services)).toBe(0)
    ids.push(...(await write('a')))
    expect(await sealEntries(services)).toBe(1)
    const seals = await db
      .system('test')
      .write((client) => client.auditSeal.findMany({ orderBy: { number: 'asc' } }))
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
    await db.system('test').write(async (tx) => {
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
      `INSERT INTO "AuditEntry" ("id", "act") SELECT id, 'sign-in' FROM generate_series(1000000, 1002000) AS id`,
    )
    while ((await sealEntries(services, { thorough: true })) > 0);
    await tamper(`INSERT INTO "AuditEntry" ("id", "act") VALUES (900000, 'sign-in')`)
    expect(await sealEntries(services)).toBe(0)
    expect(await sealEntries(services, { thorough: true })).toBe(1)
  })

  it('is done by one at a time, however many try', async () => {
    await Promise.all([1, 2, 3, 4].map(() => sealEntries(services)))
    await sealEntries(services)
    expect(await verify()).toMatchObject({ broken: null, unsealed: 0 })
    expect((await heads()).length).toBe(3)
  })

  it('goes on under the same key when that is wrapped by another main key', async () => {
    await sealEntries(services)
    const row = await db.system('test').write((client) => client.auditKey.findFirstOrThrow())
    const next = createKeyRing(randomBytes(32))
    const context = auditKeyContext(row.id)
    const wrapped = next.wrap(keys.unwrap(row.wrapped, context), context)
    await db
      .system('test')
      .write((client) => client.auditKey.update({ where: { id: row.id }, data: { wrapped } }))
    await write('b')
    expect(await sealEntries({ db, keys: next, log })).toBe(1)
    expect(await verifyChain({ db, keys: next })).toMatchObject({ broken: null, unsealed: 0 })
    await expect(verify()).rejects.toThrow(/wrapped under the key/)
  })

  it('finds an entry for each of hundreds of companies that an export reads, in their order', async () => {
    const companies = Array.from({ length: 501 }, (_none, index) => `company ${index}`)
    const written = await write(...companies)
    const entries = await db
      .system('test')
      .write((client) =>
        client.auditEntry.findMany({ where: { id: { in: written } }, orderBy: { id: 'asc' } }),
      )
    expect(entries.map(({ companyId }) => companyId)).toEqual(companies)
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
