import { beforeEach, describe, expect, it } from 'vitest'
import { chainReport } from './verify-chain.ts'
import { sealEntries } from './seal-entries.ts'
import { startChainTests } from './chain.fixture.ts'

const { db, services, tamper, write, verify, heads, ids, at } = await startChainTests()

const report = async (kept: string[] = []) => chainReport(db, await verify(kept))

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
