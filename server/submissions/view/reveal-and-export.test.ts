import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROLE_PRESETS, type Permission } from '#domain/permissions'
import { applicationPdf } from '../../jobs/application-pdf.job.ts'
import { projectRoot } from '../../project-root.ts'
import { call, makeApiKey, makeRole, makeUser, signIn } from '../../test/support/factories.ts'
import { images, wholeText } from '../pdf/read-pdf.fixture.ts'
import { startSubmissionTests, type Row } from '../submission.fixture.ts'

const { url, services, admin, alpha } = await startSubmissionTests()
const [id = ''] = alpha.ids
await applicationPdf(services, { id })
const companyId = alpha.company.id

async function staff(permissions: Permission[]) {
  const role = await makeRole(services, { companyId, permissions })
  return signIn(url, (await makeUser(services, { companyId, roleId: role.id })).email)
}
const masked = await staff(['page:forms'])
const callers = [
  ['a person', masked],
  ['a key', await makeApiKey(services, alpha.user.id, ['page:forms'], { companyId })],
] as const
const get = (pathname: string, token: string) =>
  fetch(`${url}/api${pathname}`, { headers: { authorization: `Bearer ${token}` } })
const acts = async () =>
  services.db
    .system('test')
    .read((db) => db.auditEntry.findMany({ where: { objectId: id }, orderBy: { id: 'asc' } }))

describe.each(callers)('%s without submission:reveal', (_who, token) => {
  it('reads a record whose sensitive values are masked, which is no reveal', async () => {
    const { status, body } = await call(url, 'GET', `/form/submissions/${id}`, { token })
    expect([status, (body.data as { masked?: boolean }).masked]).toEqual([200, true])
    expect(JSON.parse((body.data as Row).formData)).toMatchObject({
      legalName: 'Ash 100% Bakery',
      taxId: '**-***6789',
      partner1SSN: '***-**-6789',
      signer1Signature: '[signature]',
    })
    expect(JSON.stringify(body)).not.toMatch(/123-45-6789|12-3456789|data:image/)
    expect((await acts()).at(-1)?.act).toBe('submission-viewed')
  })

  it('gets a PDF without them and without drawings, and no original', async () => {
    const answer = await get(`/form/pdf/${id}`, token)
    expect(answer.status).toBe(200)
    const copy = Buffer.from(await answer.arrayBuffer())
    const text = await wholeText(copy)
    expect(text).toContain('Ash 100% Bakery')
    expect(text).toContain('the drawing is not shown here')
    expect(text).not.toMatch(/123-45-6789|12-3456789/)
    const full = Buffer.from(await (await get(`/form/pdf/${id}`, alpha.token)).arrayBuffer())
    expect(await wholeText(full)).toContain('123-45-6789')
    expect((await images(copy)).length).toBeLessThan((await images(full)).length)
    for (const query of ['original=1', `addition=${id}`]) {
      const refused = await get(`/form/pdf/${id}?${query}`, token)
      expect([refused.status, await refused.text()]).toEqual([
        403,
        expect.stringContaining('submission:reveal'),
      ])
    }
  })

  it('cannot search by a number', async () => {
    const body = { number: '12-3456789' }
    const answer = await call(url, 'POST', '/form/submissions/search', { token, body })
    expect([answer.status, answer.body.error]).toEqual([403, expect.stringContaining('submission:reveal')])
  })

  it.each(['/form/export', `/form/submissions/${id}/statements/export`])(
    'or submission:export: no %s',
    async (pathname) => {
      const answer = await get(pathname, token)
      expect([answer.status, await answer.text()]).toEqual([
        403,
        expect.stringContaining('submission:export'),
      ])
    },
  )
})

it('both permissions open what they are for, and neither does without page:forms', async () => {
  const whole = await staff(['page:forms', 'submission:reveal', 'submission:export'])
  const { body } = await call(url, 'GET', `/form/submissions/${id}`, { token: whole })
  expect(body.data).toMatchObject({ masked: false, formData: expect.stringContaining('123-45-6789') })
  expect((await get('/form/export', whole)).status).toBe(200)
  expect((await get(`/form/pdf/${id}?original=1`, whole)).status).toBe(200)
  const neither = await staff(['submission:reveal', 'submission:export'])
  expect((await get('/form/export', neither)).status).toBe(403)
  expect((await call(url, 'GET', `/form/submissions/${id}`, { token: neither })).status).toBe(403)
})

it('are given with page:forms by the presets, by create-company and by the migration', async () => {
  for (const { permissions } of Object.values(ROLE_PRESETS))
    expect(permissions).toEqual(expect.arrayContaining(['submission:reveal', 'submission:export']))
  const { body } = await call(url, 'POST', '/admin/create-company', {
    token: admin,
    body: {
      company: { nameIn: 'Newcomer', nameOut: 'Newcomer' },
      user: { name: 'Boss', email: 'boss@newcomer.example', password: 'correct-horse-1' },
      role: { name: 'Company Admin', userType: 'company', permissions: ['page:main', 'page:forms'] },
    },
  })
  expect(body.data).toMatchObject({
    role: { permissions: ['page:forms', 'page:main', 'submission:reveal', 'submission:export'] },
  })

  const roles = [
    await makeRole(services, { companyId, permissions: ['page:forms', 'submission:update'] }),
    await makeRole(services, { companyId, permissions: ['page:teams'] }),
  ]
  const sql = await readFile(
    path.join(projectRoot, 'prisma/migrations/20261127083000_rights/migration.sql'),
    'utf8',
  )
  const key = await makeApiKey(services, alpha.user.id, ['page:forms'], { companyId, name: 'Earlier' })
  expect(key).not.toBe('')
  const [statements = ''] = /^DO [^]+?END \$\$;/m.exec(sql) ?? []
  for (let time = 0; time < 2; time += 1)
    await services.db.system('test').write((db) => db.$executeRawUnsafe(statements))
  const after = await services.db.system('test').read(async (db) => ({
    roles: await Promise.all(roles.map(({ id: role }) => db.role.findUniqueOrThrow({ where: { id: role } }))),
    key: await db.apiKey.findFirstOrThrow({ where: { companyId, name: 'Earlier' } }),
  }))
  expect(after.roles.map(({ permissions }) => permissions)).toEqual([
    ['page:forms', 'submission:update', 'submission:reveal', 'submission:export'],
    ['page:teams'],
  ])
  expect(after.key.permissions).toEqual(['page:forms', 'submission:reveal', 'submission:export'])
})
