import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isResetToken, newResetToken } from '../../auth/password-reset.ts'
import { formSessionKeyContext } from '../crypto/contexts.ts'
import { openKeyRing } from '../crypto/main-key.ts'
import type { KeyConfig } from '../crypto/main-key-store.ts'
import { createKeyRing } from '../crypto/keys.ts'
import { toKeyId } from '../crypto/wrap.ts'
import { verifyToken } from '../../form-sessions/token.ts'
import { registerSubmission } from '../../registrations/register.service.ts'
import { verifyReceipts } from '../../registrations/verify-receipts.ts'
import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
import { testDatabase } from '../../test/support/database.ts'
import { sessionRow } from '../../test/support/drafts.ts'
import { makeUser, signIn } from '../../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'
import { SMALL_PDF, upload } from '../../test/support/uploads.ts'
import { switchToNext, rotateKeys } from './rotate-keys.ts'

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

async function rotate(config: KeyConfig, patienceMs = 10_000, said: string[] = []): Promise<string[]> {
  await rotateKeys({ config, db, say: (line) => void said.push(line), patienceMs })
  return said
}

/** What the audit log tells of changed keys, oldest first. */
const keyChanges = () =>
  db.system('test').write((client) =>
    client.auditEntry.findMany({
      where: { objectType: 'key' },
      orderBy: { id: 'asc' },
      select: { companyId: true, actorId: true, actorName: true, act: true, objectId: true, detail: true },
    }),
  )
const keyChange = (act: string, from: Buffer, to: Buffer) => ({
  companyId: null,
  actorId: null,
  actorName: 'System',
  act,
  objectId: toKeyId(to),
  detail: { from: toKeyId(from), to: toKeyId(to) },
})

const checks = () =>
  db
    .system('test')
    .write(async (client) =>
      Object.fromEntries((await client.keyCheck.findMany()).map(({ state, keyId }) => [state, keyId])),
    )

describe('keys from the configuration', () => {
  let session = ''
  let document = ''
  let resetToken = ''
  let hash: string | null = null

  const readRows = () =>
    db.system('test').write(async (client) => ({
      submission: await client.formSubmission.findFirstOrThrow(),
      document: await client.document.findUniqueOrThrow({ where: { id: document } }),
    }))

  beforeAll(async () => {
    // From PostgreSQL 17 on an owner has a right that earlier ones do not know, and that locks tables too.
    await db.system('test').write(
      (client) => client.$executeRaw`
        DO $$ BEGIN
          IF current_setting('server_version_num')::int >= 170000 THEN
            REVOKE MAINTAIN ON "AuditKey" FROM CURRENT_USER;
          END IF;
        END $$`,
    )
    const server = await startTestServer(given(first))
    session = await openFormSession(server.url)
    const { body } = await upload(server.url, { headers: { 'x-form-session': session } })
    document = (body as { data: { id: string } }).data.id
    const submitted = await submitApplication(server.url, session)
    expect(submitted.status).toBe(200)
    await registerSubmission(server.services, { id: submitted.body.data?.id ?? '' })
    const keys = server.services.keys
    resetToken = await newResetToken({ db, keys }, await makeUser({ db }))
    hash = keys.blindIndex('ssn', 'company', '123456789')

    // A server that was not restarted with both could not read what others write.
    const said: string[] = []
    await expect(rotate(given(second, first), 300, said)).rejects.toThrow(
      /A server does not use the new key; restart it with the same ENCRYPTION_KEY and ENCRYPTION_KEY_PREVIOUS/,
    )
    expect(said).toContain('Waiting up to 0.3 s for 1 server to use the new key')
    expect(await checks()).toEqual({ current: toKeyId(first), next: toKeyId(second) })
    expect(await keyChanges()).toEqual([])
    await server.stop()
  })

  it('change under a server that was started with both; rows and files are not encrypted again', async () => {
    const { url, services, stop } = await startTestServer(given(second, first))
    expect(services.keys.currentId).toBe(toKeyId(first))
    const before = await readRows()
    const said = await rotate(given(second, first))
    expect(said.join('\n')).toMatch(/Wrapped \d+ keys again in .* s; nothing is left under key/)
    expect(said.at(-1)).toMatch(/Unset ENCRYPTION_KEY_PREVIOUS/)
    expect(services.keys.currentId).toBe(toKeyId(second))
    expect(await checks()).toEqual({ current: toKeyId(second) })
    expect(await readRows()).toEqual(before)
    expect(await verifyReceipts(services, [])).toMatchObject({ heads: [{ seq: 1n }], broken: null })
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

  it('leave nothing that the new one does not open, and tokens and hashes stay valid', async () => {
    const keys = await openKeyRing(given(second), db)
    const row = await sessionRow({ db }, session)
    const context = formSessionKeyContext(row?.id ?? '', row?.companyId ?? '')
    expect(keys.unwrap(row?.wrappedKey ?? Buffer.alloc(0), context)).toHaveLength(32)
    expect(await isResetToken({ db, keys }, resetToken)).toBe(true)
    expect(verifyToken(keys, session)?.id).toBe(row?.id)
    expect(keys.blindIndex('ssn', 'company', '123456789')).toBe(hash)
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
    const write = db.system('test').write((client) =>
      client.formSession.create({
        data: { id: 'late', linkId, companyId, wrappedKey: wrapped, expiresAt: new Date() },
      }),
    )
    await expect(write).rejects.toThrow(/is retired/)
  })

  it('may be mistyped: an announced key is replaced by the right one', async () => {
    const mistyped = randomBytes(32)
    expect((await openKeyRing(given(mistyped, second), db)).ids).toContain(toKeyId(mistyped))
    expect((await checks()).next).toBe(toKeyId(mistyped))
    const ring = await openKeyRing(given(third, second), db)
    expect(ring.ids).toEqual([toKeyId(second), toKeyId(third)])
    expect(await checks()).toEqual({ current: toKeyId(second), next: toKeyId(third) })
    await expect(switchToNext(db, toKeyId(mistyped))).rejects.toThrow()
    expect(await checks()).toEqual({ current: toKeyId(second), next: toKeyId(third) })
  })

  it('do not change without a new one', async () => {
    await expect(rotate(given(second))).rejects.toThrow(
      /There is no new key: set ENCRYPTION_KEY to a new key/,
    )
  })

  it('stay while a record cannot be unwrapped, which is named', async () => {
    const before = await sessionRow({ db }, session)
    const damaged = Buffer.from(before?.wrappedKey ?? [])
    damaged[20] = (damaged[20] ?? 0) ^ 1
    const where = { id: before?.id ?? '' }
    const setKey = (wrappedKey: Uint8Array<ArrayBuffer>) =>
      db.system('test').write((client) => client.formSession.update({ where, data: { wrappedKey } }))
    await setKey(damaged)
    const otp = {
      userId: (await makeUser({ db })).id,
      secret: createKeyRing(second).wrap(KEY, 'another row'),
    }
    await db.system('test').write((client) => client.userOtp.create({ data: otp }))
    const said: string[] = []
    const failed = rotateKeys({ config: given(third, second), db, say: (line) => void said.push(line) })
    await expect(failed).rejects.toThrow(
      `The keys of 2 records could not be unwrapped, so the key ${toKeyId(second)} stays`,
    )
    expect(said.join('\n')).toContain(`FormSession ${where.id}: the sealed value does not open`)
    expect(said.join('\n')).toContain(`UserOtp ${otp.userId}: the sealed value does not open`)
    expect(await checks()).toEqual({ current: toKeyId(third), previous: toKeyId(second) })

    // A backup of this moment needs both, and says which one is missing.
    await expect(openKeyRing(given(third), db)).rejects.toThrow(new RegExp(toKeyId(second)))
    await expect(openKeyRing(given(third, first), db)).rejects.toThrow(
      new RegExp(`ENCRYPTION_KEY_PREVIOUS is not the key ${toKeyId(second)}`),
    )

    await setKey(Buffer.from(before?.wrappedKey ?? []))
    await db.system('test').write((client) => client.userOtp.delete({ where: { userId: otp.userId } }))
    await rotate(given(third, second))
    expect(await checks()).toEqual({ current: toKeyId(third) })
    // Cut off and continued, it is one change.
    expect((await keyChanges()).slice(2)).toEqual([
      keyChange('key-change-begun', second, third),
      keyChange('key-change-ended', second, third),
    ])
  })
})

describe('a change of keys with a transaction open that wrote under the previous key', () => {
  it('waits for it, and wraps again what it wrote', async () => {
    const [before, after] = [third, randomBytes(32)]
    const old = await openKeyRing(given(third), db)
    const { linkId = '', companyId = '' } =
      (await db.system('test').write((c) => c.formSession.findFirst())) ?? {}
    const { key, wrapped: wrappedKey } = old.newDataKey(formSessionKeyContext('in-flight', companyId))
    let rotation: Promise<string[]> = Promise.resolve([])
    await db.system('test').write(async (tx) => {
      const data = { id: 'in-flight', linkId, companyId, wrappedKey, expiresAt: new Date() }
      await tx.formSession.create({ data })
      rotation = rotate(given(after, before))
      rotation.catch(() => {})
      const refused = () => tx.retiredKey.count({ where: { keyId: toKeyId(before) } })
      await expect.poll(refused).toBe(1)
      const said: string[] = []
      const [own] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
      await expect(rotate(given(after, before), 500, said)).rejects.toThrow(/transactions have stayed open/)
      expect(said.at(-1)).toMatch(
        /^Waiting up to 0\.5 s for database transactions that began under the old key/,
      )
      expect(said.at(-1)).toMatch(new RegExp(` ${own?.pid}\\b`))
    })
    await rotation
    const row = await db
      .system('test')
      .write((c) => c.formSession.findUniqueOrThrow({ where: { id: 'in-flight' } }))
    const keys = await openKeyRing(given(after), db)
    expect(keys.ids).toEqual([toKeyId(after)])
    expect(keys.unwrap(row.wrappedKey, formSessionKeyContext('in-flight', companyId))).toEqual(key)
  })
})

describe('keys in files', () => {
  it('end with the new one alone, also when the last step was cut off', async () => {
    const own = await testDatabase()
    const config = { encryptionKey: null, previousEncryptionKey: null, databaseUrl: null, dataDir }
    const before = await openKeyRing(config, own.db)
    const file = path.join(dataDir, 'keys', 'main.key')
    const content = await readFile(file)
    const said: string[] = []
    const run = () => rotateKeys({ config, db: own.db, say: (line) => void said.push(line) })
    await run()
    const after = await openKeyRing(config, own.db)
    expect(after.ids).not.toContain(before.currentId)
    expect(await readdir(path.join(dataDir, 'keys'))).toEqual([`main-${after.currentId}.key`])

    await writeFile(file, content)
    await own.db.system('test').write((client) => client.retiredKey.updateMany({ data: { removedAt: null } }))
    await run()
    expect(said.at(-1)).toContain(`The change from key ${before.currentId} was complete except for its file`)
    expect(await readdir(path.join(dataDir, 'keys'))).toEqual([`main-${after.currentId}.key`])
    expect((await openKeyRing(config, own.db)).currentId).toBe(after.currentId)
  })
})
