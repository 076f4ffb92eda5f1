import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Actor } from '../../auth/actor.ts'
import { createKeyRing } from '../crypto/keys.ts'
import type { Tx } from '../database/db.ts'
import type { User } from '../../generated/client.ts'
import { testDatabase } from '../../test/support/database.ts'
import { makeCompany, makeUser } from '../../test/support/factories.ts'
import { refuseWritesUnder } from './rotate-keys.ts'

const { db } = await testDatabase()
const [first, second] = [createKeyRing(randomBytes(32)), createKeyRing(randomBytes(32))]

const actorFor = ({ id, name, email, companyId, isAdmin }: User): Actor => ({
  userId: id,
  name,
  email,
  companyId,
  isAdmin,
  apiKey: null,
  sessionId: '',
  roleId: null,
  roleName: '',
  scope: 'company',
  companyName: null,
  slug: null,
  userType: isAdmin ? 'admin' : 'company',
  permissions: [],
  otp: false,
  otpRequired: false,
  sso: false,
  passwordChangeRequired: false,
  submissionMail: 'off' as const,
  confirmedAt: new Date(),
})

it('rows under a retired key are refused to staff and admins too, who see no more afterwards', async () => {
  await refuseWritesUnder(db, first.currentId)
  const [mine, other] = [await makeCompany({ db }), await makeCompany({ db })]
  const { wrapped: retired } = first.newDataKey('x')
  const { wrapped: good } = second.newDataKey('x')
  const admin = await makeUser({ db }, { isAdmin: true })
  const actors = [actorFor(await makeUser({ db }, { companyId: mine.id })), actorFor(admin)]
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
    await expect(db.as(actor).write((tx) => insert(tx, retired))).rejects.toThrow(/is retired/)
    const [settings, others] = await db.as(actor).write(async (tx) => {
      await tx.$executeRaw`SAVEPOINT before`
      await expect(insert(tx, retired)).rejects.toThrow(/is retired/)
      await tx.$executeRaw`ROLLBACK TO SAVEPOINT before`
      await insert(tx, good)
      return [await scopeOf(tx), await tx.company.count({ where: { id: other.id } })]
    })
    expect(settings).toEqual([{ scope: actor.isAdmin ? 'all' : 'company', retired: 0 }])
    expect(others).toBe(actor.isAdmin ? 1 : 0)
    await db.system('test').write((client) => client.document.deleteMany({ where: { companyId: mine.id } }))
  }
})
