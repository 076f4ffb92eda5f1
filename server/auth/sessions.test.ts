import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../project-root.ts'
import { testDatabase } from '../test/support/database.ts'
import { makeCompany, makeRole, makeUser } from '../test/support/factories.ts'
import { createSessions } from './sessions.ts'

const { db } = await testDatabase()
const sessions = createSessions(db, 'relaxed')
const client = { ip: '203.0.113.7', userAgent: 'test' }
const MINUTE = 60_000

const rows = (userId: string) =>
  db.system('test').write((prisma) => prisma.loginSession.findMany({ where: { userId } }))
const backdate = (userId: string, data: { lastSeenAt?: Date; expiresAt?: Date }) =>
  db.system('test').write((prisma) => prisma.loginSession.updateMany({ where: { userId }, data }))
const ago = (ms: number) => new Date(Date.now() - ms)

it('no other module imports lucia', async () => {
  const folders = ['server', 'admin', 'form', 'prisma']
  const files = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(path.join(projectRoot, folder), { recursive: true })
      return names.filter((name) => /\.(ts|tsx|mjs)$/.test(name)).map((name) => path.join(folder, name))
    }),
  )
  const importing: string[] = []
  for (const file of files.flat()) {
    const source = await readFile(path.join(projectRoot, file), 'utf8')
    if (/^[^/*\n]*(from |import\(|require\()'lucia/m.test(source)) importing.push(file)
  }
  expect(importing).toEqual(['server/auth/sessions.ts'])
})

describe('a login session', () => {
  it('signs its user in, with the role, the permissions and the company of this moment', async () => {
    const company = await makeCompany({ db })
    const role = await makeRole(
      { db },
      { companyId: company.id, userType: 'company', permissions: ['page:forms'] },
    )
    const user = await makeUser({ db }, { companyId: company.id, roleId: role.id, name: 'Ann' })
    const token = await sessions.start(user.id, client)

    expect(await sessions.findActor(token)).toMatchObject({
      userId: user.id,
      name: 'Ann',
      isAdmin: false,
      userType: 'company',
      permissions: ['page:forms'],
      roleName: role.name,
      companyId: company.id,
    })

    await db
      .system('test')
      .write((prisma) =>
        prisma.role.update({ where: { id: role.id }, data: { permissions: [], userType: 'user' } }),
      )
    expect(await sessions.findActor(token)).toMatchObject({ userType: 'user', permissions: [] })
  })

  it('keeps the hash of the token alone, which is no token itself', async () => {
    const user = await makeUser({ db })
    const token = await sessions.start(user.id, client)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)

    const [row] = await rows(user.id)
    expect(row).toMatchObject({ id: createHash('sha256').update(token).digest('hex'), ...client })
    expect(JSON.stringify(row)).not.toContain(token)
    expect(await sessions.findActor(row?.id ?? '')).toBeNull()
  })

  it('ends after 30 minutes without a request', async () => {
    const user = await makeUser({ db })
    const token = await sessions.start(user.id, client)
    await backdate(user.id, { lastSeenAt: ago(29 * MINUTE) })
    expect(await sessions.findActor(token)).not.toBeNull()
    await backdate(user.id, { lastSeenAt: ago(31 * MINUTE) })
    expect(await sessions.findActor(token)).toBeNull()
    expect(await rows(user.id)).toEqual([])
  })

  it('ends after 12 hours however busy it was', async () => {
    const user = await makeUser({ db })
    const token = await sessions.start(user.id, client)
    const [made] = await rows(user.id)
    expect((made?.expiresAt.getTime() ?? 0) - (made?.createdAt.getTime() ?? 0)).toBeCloseTo(
      12 * 60 * MINUTE,
      -4,
    )

    await sessions.findActor(token)
    expect((await rows(user.id))[0]?.expiresAt).toEqual(made?.expiresAt)
    await backdate(user.id, { expiresAt: ago(1000) })
    expect(await sessions.findActor(token)).toBeNull()
  })

  it('writes down that it was used once a minute at most', async () => {
    const user = await makeUser({ db })
    const token = await sessions.start(user.id, client)
    const recent = ago(30_000)
    await backdate(user.id, { lastSeenAt: recent })
    await sessions.findActor(token)
    expect((await rows(user.id))[0]?.lastSeenAt).toEqual(recent)

    await backdate(user.id, { lastSeenAt: ago(2 * MINUTE) })
    await sessions.findActor(token)
    expect(Date.now() - ((await rows(user.id))[0]?.lastSeenAt.getTime() ?? 0)).toBeLessThan(MINUTE)
  })

  it('signs nobody in once its user is inactive, is signed out, or is signed out everywhere', async () => {
    const user = await makeUser({ db })
    const [first, second] = [await sessions.start(user.id, client), await sessions.start(user.id, client)]
    const actor = await sessions.findActor(first)
    await sessions.end(actor?.sessionId ?? '')
    expect(await sessions.findActor(first)).toBeNull()
    expect(await sessions.findActor(second)).not.toBeNull()

    await sessions.endAll(user.id)
    expect(await sessions.findActor(second)).toBeNull()

    const third = await sessions.start(user.id, client)
    await db
      .system('test')
      .write((prisma) => prisma.user.update({ where: { id: user.id }, data: { active: false } }))
    expect(await sessions.findActor(third)).toBeNull()
  })

  it.each(['', 'x', 'a'.repeat(43), 'é'.repeat(43), '\0'.repeat(43)])(
    'does not know the token %j',
    async (token) => {
      expect(await sessions.findActor(token)).toBeNull()
    },
  )

  it('is removed by the sweep once it has run out', async () => {
    const user = await makeUser({ db })
    await sessions.start(user.id, client)
    await backdate(user.id, { lastSeenAt: ago(31 * MINUTE) })
    await sessions.start(user.id, client)
    await sessions.removeExpired()
    expect(await rows(user.id)).toHaveLength(1)
  })
})
