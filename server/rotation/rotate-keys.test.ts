import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asSystem, withActor, withSystem, type Actor, type Tx } from '../auth/actor.ts'
import { isResetToken, newResetToken } from '../auth/password-reset.ts'
import { formSessionKeyContext } from '../crypto/contexts.ts'
import { toKeyId } from '../crypto/derived-keys.ts'
import { removeRetiredMacKeys } from '../crypto/retired-mac-keys.ts'
import { createKeyRing } from '../crypto/keys.ts'
import { openKeyRing, readKeyRing } from '../crypto/main-key.ts'
import type { KeyConfig } from '../crypto/main-key-store.ts'
import { createStorage } from '../files/create-storage.ts'
import type { User } from '../generated/client.ts'
import { makeToken, verifyToken } from '../modules/form-session/token.ts'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { startBucket } from '../test/support/bucket.ts'
import { testDatabase } from '../test/support/database.ts'
import { sessionRow } from '../test/support/drafts.ts'
import { makeCompany, makeLink, makeUser, signIn } from '../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../test/support/server.ts'
import { SMALL_PDF, upload } from '../test/support/uploads.ts'
import { rotateKeys } from './rotate-keys.ts'
import { retireKey, switchToNext } from './states.ts'

const { db, url: databaseUrl } = await testDatabase()
const dataDir = await mkdtemp(path.join(tmpdir(), 'intake-rotation-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)]
const KEY = randomBytes(32)
const given = (encryptionKey: Buffer, previousEncryptionKey: Buffer | null = null) => ({
  encryptionKey,
  previousEncryptionKey,
  databaseUrl,
  dataDir,
})
const bucket = await startBucket()
const storage = createStorage({ dataDir, storageUrl: bucket })

async function rotate(config: KeyConfig, patienceMs = 10_000): Promise<string[]> {
  const said: string[] = []
  await rotateKeys({ config, db, storage, say: (line) => void said.push(line), patienceMs })
  return said
}

const actorOf = ({ id, name, email, companyId, isAdmin }: User): Actor => ({
  ...{ userId: id, name, email, companyId, isAdmin, sessionId: '', roleId: null, roleName: '' },
  ...{ userType: isAdmin ? 'admin' : 'company', permissions: [], otp: false, otpRequired: false },
  ...{ passwordChangeRequired: false, confirmedAt: new Date() },
})

const filesIn = async () => {
  const names: string[] = []
  for await (const { name } of storage.list('documents')) names.push(name)
  return names
}

/** What the audit log tells of changed keys, oldest first. */
const keyChanges = () =>
  asSystem(db, 'test', (client) =>
    client.auditEntry.findMany({
      where: { objectType: 'key' },
      orderBy: { id: 'asc' },
      select: { companyId: true, actorId: true, actorName: true, act: true, objectId: true, detail: true },
    }),
  )
const keyChange = (act: string, from: Buffer, to: Buffer) => ({
  ...{ companyId: null, actorId: null, actorName: 'System', act, objectId: toKeyId(to) },
  detail: { from: toKeyId(from), to: toKeyId(to) },
})

const checks = () =>
  asSystem(db, 'test', async (client) =>
    Object.fromEntries((await client.keyCheck.findMany()).map(({ state, keyId }) => [state, keyId])),
  )

describe('keys that come with the configuration, with files in a bucket', () => {
  let session = ''
  let document = ''
  let resetToken = ''

  beforeAll(async () => {
    // From PostgreSQL 17 on an owner has a right that earlier ones do not know, and that locks tables too.
    await asSystem(
      db,
      'test',
      (client) => client.$executeRaw`
        DO $$ BEGIN
          IF current_setting('server_version_num')::int >= 170000 THEN
            REVOKE MAINTAIN ON "AuditKey" FROM CURRENT_USER;
          END IF;
        END $$`,
    )
    const server = await startTestServer({ ...given(first), storageUrl: bucket })
    session = await openFormSession(server.url)
    const { body } = await upload(server.url, { headers: { 'x-form-session': session } })
    document = (body as { data: { id: string } }).data.id
    expect((await submitApplication(server.url, session)).status).toBe(200)
    const keys = server.services.keys
    resetToken = await newResetToken({ db, keys }, await makeUser({ db }))

    // While a server runs that was not restarted with both, it would not read what others write.
    await expect(rotate(given(second, first), 300)).rejects.toThrow(
      /A server does not take the new key; restart it with ENCRYPTION_KEY and ENCRYPTION_KEY_PREVIOUS/,
    )
    expect(await checks()).toEqual({ current: toKeyId(first), next: toKeyId(second) })
    expect(await keyChanges()).toEqual([])
    await server.stop()
  })

  it('are changed under a server that was started with both', async () => {
    const { url, services, stop } = await startTestServer({ ...given(second, first), storageUrl: bucket })
    expect(services.keys.currentId).toBe(toKeyId(first))
    const said = await rotate(given(second, first))
    expect(said.join('\n')).toMatch(/Encrypted anew in .* 1 files; nothing is left under key/)
    expect(said.at(-1)).toMatch(/Unset ENCRYPTION_KEY_PREVIOUS/)
    expect(services.keys.currentId).toBe(toKeyId(second))
    expect(await checks()).toEqual({ current: toKeyId(second) })
    const token = await signIn(url, TEST_ADMIN.email)
    const file = await fetch(`${url}/api/documents/document/${document}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(Buffer.from(await file.arrayBuffer()).equals(SMALL_PDF)).toBe(true)
    expect(await keyChanges()).toEqual([
      keyChange('key-change-begun', first, second),
      keyChange('key-change-ended', first, second),
    ])
    await stop()
  })

  it('leave nothing that the new one does not open, and what was handed out stays good', async () => {
    const keys = await openKeyRing(given(second), db)
    const row = await sessionRow({ db }, session)
    const context = formSessionKeyContext(row?.id ?? '', row?.companyId ?? '')
    expect(keys.unwrap(row?.wrappedKey ?? Buffer.alloc(0), context)).toHaveLength(32)
    expect(await isResetToken({ db, keys }, resetToken)).toBe(true)
    expect(verifyToken(keys, session)?.id).toBe(row?.id)
    const stored = await asSystem(db, 'test', (client) =>
      client.document.findUniqueOrThrow({ where: { id: document } }),
    )
    expect(stored.storedAs).not.toBe(`documents/${document}`)
    expect(await filesIn()).toEqual([stored.storedAs])
  })

  it('refuse one that was changed for another, wherever it turns up', async () => {
    await expect(openKeyRing(given(first), db)).rejects.toThrow(
      new RegExp(`ENCRYPTION_KEY is not the key ${toKeyId(second)}`),
    )
    await expect(openKeyRing(given(first, second), db)).rejects.toThrow(/was changed for another/)
    await expect(openKeyRing(given(third, first), db)).rejects.toThrow(
      `Neither ENCRYPTION_KEY nor ENCRYPTION_KEY_PREVIOUS is the key ${toKeyId(second)} that the stored applications ` +
        'were encrypted with; set ENCRYPTION_KEY_PREVIOUS to that one',
    )
    const { id = '', linkId = '', companyId = '' } = (await sessionRow({ db }, session)) ?? {}
    const { wrapped } = createKeyRing(first).newDataKey(formSessionKeyContext(id, companyId))
    const write = asSystem(db, 'test', (client) =>
      client.formSession.create({
        data: { id: 'late', linkId, companyId, wrappedKey: wrapped, expiresAt: new Date() },
      }),
    )
    await expect(write).rejects.toThrow(/is retired/)
  })

  it('refuse it to those who write for a company and to admins too, who see no more afterwards', async () => {
    const [mine, other] = [await makeCompany({ db }), await makeCompany({ db })]
    const { wrapped: retired } = createKeyRing(first).newDataKey('x')
    const { wrapped: good } = createKeyRing(second).newDataKey('x')
    const admin = await makeUser({ db }, { isAdmin: true })
    const actors = [actorOf(await makeUser({ db }, { companyId: mine.id })), actorOf(admin)]
    for (const actor of actors) {
      const insert = (tx: Tx, wrappedKey: Uint8Array<ArrayBuffer>) => {
        const file = {
          originalFilename: 'a.pdf',
          documentType: 'x',
          fileType: 'application/pdf',
          fileSize: 1,
        }
        return tx.document.create({
          data: { ...file, companyId: mine.id, storedAs: randomBytes(8).toString('hex'), wrappedKey },
        })
      }
      const scopeOf = (tx: Tx) => tx.$queryRaw`
        SELECT current_setting('intake.scope') AS "scope", (SELECT count(*)::int FROM "RetiredKey") AS "retired"`
      await expect(withActor(db, actor, (tx) => insert(tx, retired))).rejects.toThrow(/is retired/)
      const [settings, others] = await withActor(db, actor, async (tx) => {
        await tx.$executeRaw`SAVEPOINT before`
        await expect(insert(tx, retired)).rejects.toThrow(/is retired/)
        await tx.$executeRaw`ROLLBACK TO SAVEPOINT before`
        await insert(tx, good)
        return [await scopeOf(tx), await tx.company.count({ where: { id: other.id } })]
      })
      expect(settings).toEqual([{ scope: actor.isAdmin ? 'all' : 'company', retired: 0 }])
      expect(others).toBe(actor.isAdmin ? 1 : 0)
      await asSystem(db, 'test', (client) => client.document.deleteMany({ where: { companyId: mine.id } }))
    }
  })

  it('may be mistyped: one that was only announced gives way, and is no longer known', async () => {
    const mistyped = randomBytes(32)
    expect((await openKeyRing(given(mistyped, second), db)).ids).toContain(toKeyId(mistyped))
    expect((await checks()).next).toBe(toKeyId(mistyped))
    const ring = await openKeyRing(given(third, second), db)
    expect(ring.ids).toEqual([toKeyId(second), toKeyId(third)])
    expect(await checks()).toEqual({ current: toKeyId(second), next: toKeyId(third) })
    await expect(switchToNext(db, toKeyId(mistyped))).rejects.toThrow()
    expect(await checks()).toEqual({ current: toKeyId(second), next: toKeyId(third) })
  })

  it('are retired later while somebody is writing', async () => {
    const keys = createKeyRing(second)
    const { wrapped } = keys.newDataKey('x')
    const WRITES: ((tx: Tx) => Promise<unknown>)[] = [
      (tx) => tx.$executeRaw`UPDATE "UserOtp" SET "lastStep" = 0`,
      (tx) => tx.auditKey.create({ data: { id: 'other', wrapped } }),
    ]
    for (const write of WRITES) {
      const interrupted = withSystem(db, 'test', async (tx) => {
        await write(tx)
        expect(await retireKey(db, keys, toKeyId(first))).toBe('busy')
        throw new Error('taken back')
      })
      await expect(interrupted).rejects.toThrow('taken back')
    }
  })

  it('are not changed for none', async () => {
    await expect(rotate(given(second))).rejects.toThrow(
      /nothing to change to: set ENCRYPTION_KEY to a new key/,
    )
  })

  it('stay while a record does not open, which is named; files that are gone are told', async () => {
    const before = await sessionRow({ db }, session)
    const damaged = Buffer.from(before?.wrappedKey ?? [])
    damaged[20] = (damaged[20] ?? 0) ^ 1
    const where = { id: before?.id ?? '' }
    const setKey = (wrappedKey: Uint8Array<ArrayBuffer>) =>
      asSystem(db, 'test', (client) => client.formSession.update({ where, data: { wrappedKey } }))
    await setKey(damaged)
    const otp = {
      userId: (await makeUser({ db })).id,
      secret: createKeyRing(second).wrap(KEY, 'another row'),
    }
    await asSystem(db, 'test', (client) => client.userOtp.create({ data: otp }))
    const said: string[] = []
    const say = (line: string) => void said.push(line)
    const failed = rotateKeys({ config: given(third, second), db, storage, say })
    await expect(failed).rejects.toThrow(
      `2 records could not be encrypted anew, so the key ${toKeyId(second)} stays`,
    )
    expect(said.join('\n')).toContain(`form session ${where.id}: the sealed value does not open`)
    expect(said.join('\n')).toContain(`UserOtp ${otp.userId}: the sealed value does not open`)
    expect(await checks()).toEqual({ current: toKeyId(third), previous: toKeyId(second) })

    // A backup of this moment needs both, and says which one is missing.
    await expect(openKeyRing(given(third), db)).rejects.toThrow(new RegExp(toKeyId(second)))
    await expect(openKeyRing(given(third, first), db)).rejects.toThrow(
      new RegExp(`ENCRYPTION_KEY_PREVIOUS is not the key ${toKeyId(second)}`),
    )

    await setKey(Buffer.from(before?.wrappedKey ?? []))
    await asSystem(db, 'test', (client) => client.userOtp.delete({ where: { userId: otp.userId } }))
    const { storedAs } = await asSystem(db, 'test', (client) =>
      client.document.findUniqueOrThrow({ where: { id: document } }),
    )
    await storage.remove(storedAs)
    const finished = await rotate(given(third, second))
    expect(finished.join('\n')).toContain(
      `This file was missing or damaged before, and stays so: ${storedAs}`,
    )
    expect(await checks()).toEqual({ current: toKeyId(third) })
    // Cut off and gone on with, it is one change.
    expect((await keyChanges()).slice(2)).toEqual([
      keyChange('key-change-begun', second, third),
      keyChange('key-change-ended', second, third),
    ])
  })

  it('verify what was handed out under those before as long as anybody may come with it', async () => {
    const link = await makeLink({ db }, (await makeCompany({ db })).id)
    const token = makeToken(createKeyRing(first), link.id, Date.now() - 1000)
    const isKnown = async () => verifyToken(await readKeyRing(given(third), db), token) !== null
    expect(await isKnown()).toBe(true)
    const forget = () => removeRetiredMacKeys({ db, config: { draftDays: 30 } })
    await forget()
    expect(await isKnown()).toBe(true)

    // Long after, an application that began before is still being filled in.
    const LATER = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000)
    const old = makeToken(createKeyRing(first), link.id, LATER.getTime() - 1000).split('.')[0] ?? ''
    await asSystem(db, 'test', async (client) => {
      await client.retiredKey.updateMany({ data: { retiredAt: LATER } })
      const { wrapped: wrappedKey } = createKeyRing(third).newDataKey('x')
      const expiresAt = new Date(Date.now() + 60_000)
      await client.formSession.create({
        data: { id: old, linkId: link.id, companyId: link.companyId, wrappedKey, expiresAt },
      })
    })
    await forget()
    expect(await isKnown()).toBe(true)
    await asSystem(db, 'test', (client) => client.formSession.delete({ where: { id: old } }))
    await forget()
    expect(await isKnown()).toBe(false)
  })

  it('leave a server that starts without what is damaged of those before, and says so', async () => {
    const formSessionMac = createKeyRing(third).wrap(KEY, 'another row')
    const where = { keyId: toKeyId(first) }
    await asSystem(db, 'test', (client) => client.retiredKey.update({ where, data: { formSessionMac } }))
    const { url, services, log, stop } = await startTestServer({ ...given(third), storageUrl: bucket })
    const told = log.filter((line) => line.includes('RetiredKey')).map((line) => JSON.parse(line) as unknown)
    expect(told).toMatchObject([{ level: 50, key: where.keyId, msg: expect.stringContaining('is damaged') }])
    expect(verifyToken(services.keys, makeToken(createKeyRing(first), 'x', Date.now()))).toBeNull()
    expect(verifyToken(services.keys, await openFormSession(url))).not.toBeNull()
    await stop()
  })
})

describe('keys that are files', () => {
  it('end with the new one alone, also when the last step was cut off', async () => {
    const own = await testDatabase()
    const config = { encryptionKey: null, previousEncryptionKey: null, databaseUrl: null, dataDir }
    const before = await openKeyRing(config, own.db)
    const file = path.join(dataDir, 'keys', 'main.key')
    const content = await readFile(file)
    const said: string[] = []
    const run = () => rotateKeys({ config, db: own.db, storage, say: (line) => void said.push(line) })
    await run()
    const after = await openKeyRing(config, own.db)
    expect(after.ids).not.toContain(before.currentId)
    expect(await readdir(path.join(dataDir, 'keys'))).toEqual([`main-${after.currentId}.key`])

    await writeFile(file, content)
    await asSystem(own.db, 'test', (client) => client.retiredKey.updateMany({ data: { removedAt: null } }))
    await run()
    expect(said.at(-1)).toContain(`The change from key ${before.currentId} was complete but for its end`)
    expect(await readdir(path.join(dataDir, 'keys'))).toEqual([`main-${after.currentId}.key`])
    expect((await openKeyRing(config, own.db)).currentId).toBe(after.currentId)
  })
})
