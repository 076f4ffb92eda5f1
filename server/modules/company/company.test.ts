import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { asSystem } from '../../auth/actor.ts'
import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
import { saveDraft } from '../../test/support/drafts.ts'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeLink,
  makeRole,
  makeUser,
  signIn,
} from '../../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'
import { smallJpeg, smallPng } from '../../test/support/uploads.ts'

const { url, services } = await startTestServer({ seedDemo: false })

const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
const [acme, other] = [
  await makeCompany(services, { nameIn: 'Acme inside', nameOut: 'Acme Funding' }),
  await makeCompany(services),
]
const boss = await makeCompanyAdmin(services, acme.id)
const token = await signIn(url, boss.email)
const colleague = await makeUser(services, { name: 'Carla Colleague', companyId: acme.id })
const stranger = await makeUser(services, { companyId: other.id })
const house = await asSystem(services.db, 'test', (db) =>
  db.user.findUniqueOrThrow({ where: { emailKey: TEST_ADMIN.email } }),
)

type Company = Record<string, unknown> & { id: string; updatedAt: string; logoUrl: string }
const company = (body: Record<string, unknown>): Company => body.data as Company
const list = (query = '', as = admin) => call(url, 'GET', `/company/get${query}`, { token: as })
const get = (id: string, as = admin) => call(url, 'GET', `/company/get/${id}`, { token: as })
const create = (body: object, as = admin) => call(url, 'POST', '/company/create', { token: as, body })
const update = (id: string, body: object, as = token) =>
  call(url, 'PUT', `/company/update/${id}`, { token: as, body })
const remove = (id: string, as = admin) => call(url, 'DELETE', `/company/delete/${id}`, { token: as })
const uploadLogo = (id: string, body: object, as = token) =>
  call(url, 'POST', `/company/upload-logo/${id}`, { token: as, body })
const param = (name: string, value: unknown) => `${name}=${encodeURIComponent(JSON.stringify(value))}`
const dataUrl = (type: string, bytes: Buffer) => `data:image/${type};base64,${bytes.toString('base64')}`
const storedLogos = () => readdir(path.join(services.config.dataDir, 'files', 'logos')).catch(() => [])
const entriesOf = (objectId: string) =>
  asSystem(services.db, 'test', (db) =>
    db.auditEntry.findMany({ where: { objectId }, orderBy: { id: 'asc' } }),
  )

describe('a company', () => {
  it("is made with the spec's body, read, changed in part and written down", async () => {
    const made = await create({
      nameIn: ' Brokers ',
      nameOut: 'Brokers Inc.',
      email: 'hello@brokers.example',
      lead: house.id,
      notifyEmails: 'a@brokers.example,b@brokers.example, a@brokers.example',
      logoUrl: '',
      authorizationText: 'AUTHORIZATION\nI authorize {companyName}.',
      appEditorSettings: JSON.stringify({
        businessInfo: { fax: false, cellPhoneNumber: false },
        uploads: { voidCheck: false },
      }),
    })
    expect(made.status).toBe(200)
    expect(made.body.data).toMatchObject({
      nameIn: 'Brokers',
      nameOut: 'Brokers Inc.',
      lead: house.id,
      leadName: house.name,
      notifyEmails: 'a@brokers.example, b@brokers.example',
      logoUrl: '',
      pdfLogoUrl: '',
      disclaimer: '',
      allowedOrigins: [],
      submittedForms: 0,
    })
    const { id, updatedAt } = company(made.body)
    const settings = JSON.parse(String(company(made.body).appEditorSettings)) as Record<string, object>
    expect(settings).toMatchObject({
      businessInfo: { fax: false, cellPhone: false, email: true },
      uploads: { voidCheck: false },
    })
    expect(settings.businessInfo).not.toHaveProperty('cellPhoneNumber')
    expect((await get(id)).body.data).toEqual(made.body.data)

    const changed = await update(id, { nameOut: 'Brokers Ltd.', lead: '', updatedAt }, admin)
    expect(changed.body.data).toMatchObject({
      nameIn: 'Brokers',
      nameOut: 'Brokers Ltd.',
      lead: null,
      leadName: '',
      email: 'hello@brokers.example',
    })
    expect(await entriesOf(id)).toMatchObject([
      { act: 'company-created', companyId: id, actorId: house.id },
      { act: 'company-updated', detail: { before: { lead: house.id }, after: { nameOut: 'Brokers Ltd.' } } },
    ])
  })

  it('is not written over when somebody else has changed it meanwhile', async () => {
    const { updatedAt } = company((await get(acme.id, token)).body)
    expect((await update(acme.id, { disclaimer: 'One', updatedAt })).status).toBe(200)
    expect(await update(acme.id, { disclaimer: 'Two', updatedAt })).toMatchObject({
      status: 409,
      body: { code: 'stale' },
    })
  })

  it('keeps the origins that may frame its form as browsers write them', async () => {
    const answer = await update(acme.id, {
      allowedOrigins: ['https://Acme.example:443/', 'https://acme.example', 'http://localhost:8080'],
    })
    expect(answer.body.data).toMatchObject({
      allowedOrigins: ['https://acme.example', 'http://localhost:8080'],
    })
    expect((await update(acme.id, { allowedOrigins: [] })).body.data).toMatchObject({ allowedOrigins: [] })
  })

  it.each([
    [{ nameIn: ' ' }, 'nameIn'],
    [{ nameOut: '' }, 'nameOut'],
    [{ email: 'nobody' }, 'email'],
    [{ notifyEmails: 'desk@acme.example, nonsense' }, 'notifyEmails'],
    [{ notifyEmails: 'desk@acme.example\r\nBcc: all@acme.example' }, 'notifyEmails'],
    [{ notifyEmails: Array.from({ length: 11 }, (_, n) => `a${n}@acme.example`).join() }, 'notifyEmails'],
    [{ logoUrl: 'https://elsewhere.example/logo.png' }, 'logoUrl'],
    [{ pdfLogoUrl: '/api/logos/00000000-0000-0000-0000-000000000000.png' }, 'pdfLogoUrl'],
    [{ appEditorSettings: '{"businessInfo":{"fax":"no"}}' }, 'appEditorSettings'],
    [{ appEditorSettings: 'nonsense' }, 'appEditorSettings'],
    [{ allowedOrigins: ['https://acme.example/path'] }, 'allowedOrigins'],
    [{ authorizationText: 'x'.repeat(10_001) }, 'authorizationText'],
    [{ timeZone: 'New York' }, 'timeZone'],
    [{ timeZone: '+05:00' }, 'timeZone'],
    [{ submittedForms: 3 }, 'submittedForms'],
    [{ lead: stranger.id }, 'lead'],
    [{ lead: 'nobody' }, 'lead'],
  ])('is refused as %j', async (body, field) => {
    expect(await update(acme.id, body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: { [field]: expect.any(String) } },
    })
  })

  it.each([
    ['{"constructor":{"entries":true,"keys":true,"fromEntries":true}}', 'Unknown setting: constructor'],
    ['{"businessInfo":{"toString":true}}', 'Unknown setting: businessInfo.toString'],
    ['{"businessInfo":{"fax":"no"}}', 'The setting businessInfo.fax must be true or false.'],
    ['{"businessInfo":{"__proto__":true}}', 'Unknown field: __proto__'],
    ['{"businessInfo":{"fax":true,"fax":false}}', 'The field fax is given twice.'],
    ['[]', 'Error parsing application settings'],
  ])('refuses the settings %s by name', async (appEditorSettings, error) => {
    const body = { error, code: 'invalid_input', fields: { appEditorSettings: error } }
    expect(await update(acme.id, { appEditorSettings })).toMatchObject({ status: 400, body })
    const refused = await create({ nameIn: 'a', nameOut: 'a', appEditorSettings })
    expect(refused).toMatchObject({ status: 400, body })
  })

  it('takes settings back as they were read, whatever an earlier release had stored', async () => {
    const stored = '{"own":{"x":true},"businessInfo":{"fax":false}}'
    const { id } = await makeCompany(services, { appEditorSettings: stored })
    const read = company((await get(id)).body)
    expect(read.appEditorSettings).toBe(stored)
    const { appEditorSettings } = read
    const { body } = await update(id, { appEditorSettings, disclaimer: 'New' }, admin)
    expect(body.data).toMatchObject({ disclaimer: 'New', appEditorSettings: stored })
  })

  it('names what is wrong in its list of addresses', async () => {
    const { body } = await update(acme.id, { notifyEmails: 'desk@acme.example, nonsense' })
    expect(body.error).toContain('"nonsense"')
  })
})

describe("a company's lead", () => {
  it('is one of its own people, chosen by those who see the users', async () => {
    const chosen = await update(acme.id, { lead: colleague.id })
    expect(chosen.body.data).toMatchObject({ lead: colleague.id, leadName: 'Carla Colleague' })
    const role = await makeRole(services, {
      companyId: acme.id,
      permissions: ['company:update', 'company:read'],
    })
    const editor = await makeUser(services, { companyId: acme.id, roleId: role.id })
    const theirs = await signIn(url, editor.email)
    expect(await update(acme.id, { lead: boss.id }, theirs)).toMatchObject({ status: 403 })
    expect((await update(acme.id, { lead: colleague.id, email: '' }, theirs)).status).toBe(200)
  })

  it("may be an administrator, whose name the company's users read", async () => {
    expect((await update(acme.id, { lead: house.id }, admin)).status).toBe(200)
    expect((await get(acme.id, token)).body.data).toMatchObject({ lead: house.id, leadName: house.name })
    expect((await update(acme.id, { lead: house.id, email: '' }, token)).status).toBe(200)
  })
})

describe('the people offered as lead', () => {
  const offered = async (leadsOf: string, as: string) => {
    const { body } = await call(url, 'GET', `/user/names?${param('filter', { leadsOf })}`, { token: as })
    return (body.data as { id: string }[]).map(({ id }) => id)
  }

  it('are the users of the company and administrators, of a new one these alone', async () => {
    const ofAcme = await offered(acme.id, admin)
    expect(ofAcme).toEqual(expect.arrayContaining([boss.id, colleague.id, house.id]))
    expect(ofAcme).not.toContain(stranger.id)
    expect(await offered('', admin)).toEqual([house.id])
    expect(await offered(other.id, token)).toEqual([])
    const role = await makeRole(services, { companyId: acme.id, permissions: ['company:update'] })
    const theirs = await signIn(
      url,
      (await makeUser(services, { companyId: acme.id, roleId: role.id })).email,
    )
    const refused = await call(url, 'GET', `/user/names?${param('filter', { leadsOf: acme.id })}`, {
      token: theirs,
    })
    expect(refused.status).toBe(403)
  })
})

describe('who reaches companies', () => {
  it('sees and changes the own one only, unless an administrator', async () => {
    const { body } = await list('', token)
    expect(body).toMatchObject({ total: 1, data: [{ id: acme.id }] })
    expect((await get(other.id, token)).status).toBe(404)
    expect((await update(other.id, { nameIn: 'Mine' }, token)).status).toBe(404)
    expect((await remove(other.id, token)).status).toBe(404)
    const logoData = dataUrl('png', await smallPng())
    expect((await uploadLogo(other.id, { logoData, logoType: 'logo' })).status).toBe(404)
    expect(await storedLogos()).toEqual([])
    expect((await create({ nameIn: 'x', nameOut: 'x' }, token)).status).toBe(403)
  })

  it('needs a permission or the company type', async () => {
    const role = await makeRole(services, {
      companyId: acme.id,
      permissions: ['page:companies', 'company:create'],
    })
    const reader = await signIn(
      url,
      (await makeUser(services, { companyId: acme.id, roleId: role.id })).email,
    )
    expect((await list('', reader)).status).toBe(200)
    expect((await create({ nameIn: 'x', nameOut: 'x' }, reader)).status).toBe(403)
    expect((await update(acme.id, { nameIn: 'x' }, reader)).status).toBe(403)
    expect((await remove(acme.id, reader)).status).toBe(403)
    expect((await uploadLogo(acme.id, { logoData: 'x', logoType: 'logo' }, reader)).status).toBe(403)
    expect((await call(url, 'GET', '/company/get')).status).toBe(401)
  })
})

describe('the list of companies', () => {
  beforeAll(async () => {
    for (const [name, forms] of [
      ['Zeta %_ Capital', 0],
      ['Yota Capital', 2],
      ['Xi Capital', 1],
    ] as const) {
      const { id } = await makeCompany(services, { nameIn: name, nameOut: name })
      const link = await makeLink(services, id)
      for (let index = 0; index < forms; index += 1) {
        await submitApplication(url, await openFormSession(url, link.slug), {}, link.slug)
      }
    }
  })

  const namesOf = (body: Record<string, unknown>) =>
    (body.data as { nameIn: string }[]).map(({ nameIn }) => nameIn)

  it('counts submissions and is sorted by them', async () => {
    const byCount = (order: string) =>
      list(
        `?${param('sort', ['submittedForms', order])}&${param('filter', { q: 'capital', columns: ['nameIn'] })}`,
      )
    const { body } = await byCount('DESC')
    expect(body.data).toMatchObject([
      { nameIn: 'Yota Capital', submittedForms: 2 },
      { nameIn: 'Xi Capital', submittedForms: 1 },
      { nameIn: 'Zeta %_ Capital', submittedForms: 0 },
    ])
    expect(namesOf((await byCount('ASC')).body)).toEqual(namesOf(body).toReversed())
  })

  it('is searched in the columns that are named, sorted and cut', async () => {
    expect(namesOf((await list(`?${param('filter', { q: '%_ cap' })}`)).body)).toEqual(['Zeta %_ Capital'])
    const byLead = (columns: string[]) => list(`?${param('filter', { q: house.name, columns })}`)
    expect((await byLead(['lead'])).body).toMatchObject({ total: 1, data: [{ id: acme.id }] })
    expect((await byLead(['nameIn', 'nameOut'])).body.total).toBe(0)
    const today = new Date().toISOString().slice(0, 10)
    const all = await list(`?${param('filter', { q: today, columns: ['updatedAt'] })}&range=[0,1]`)
    expect(all.body.data).toHaveLength(2)
    expect(all.headers.get('content-range')).toBe(`companies 0-1/${String(all.body.total)}`)
    const byName = await list(`?${param('sort', ['nameOut', 'DESC'])}&range=[0,0]`)
    expect(namesOf(byName.body)).toEqual(['Zeta %_ Capital'])
  })
})

describe('a logo', () => {
  it('is stored, served, replaced and removed without touching when the company was edited', async () => {
    const { updatedAt } = company((await get(acme.id)).body)
    const upload = async (bytes: Buffer, type: string) =>
      company((await uploadLogo(acme.id, { logoData: dataUrl(type, bytes), logoType: 'logo' })).body)
    const first = await upload(await smallPng(), 'png')
    expect(first).toMatchObject({ id: acme.id, updatedAt, logoPath: first.logoUrl })
    expect((await fetch(url + first.logoUrl)).headers.get('content-type')).toBe('image/png')

    const second = await upload(await smallJpeg(), 'jpeg')
    expect((await fetch(url + first.logoUrl)).status).toBe(404)
    expect((await fetch(url + second.logoUrl)).status).toBe(200)
    expect(
      (await update(acme.id, { logoUrl: second.logoUrl, updatedAt, email: 'x@acme.example' })).status,
    ).toBe(200)

    const edited = company((await get(acme.id)).body)
    const removed = await update(acme.id, { logoUrl: '' })
    expect(removed.body.data).toMatchObject({ logoUrl: '', updatedAt: edited.updatedAt })
    expect(await storedLogos()).toEqual([])
  })

  it('of the PDF is another', async () => {
    const logoData = dataUrl('png', await smallPng())
    const { body } = await uploadLogo(acme.id, { logoData, logoType: 'pdf-logo' })
    expect(body.data).toMatchObject({ logoUrl: '', pdfLogoUrl: company(body).logoPath })
    expect((await update(acme.id, { pdfLogoUrl: '' })).body.data).toMatchObject({ pdfLogoUrl: '' })
  })

  it('that is no picture of ours is refused and leaves nothing', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    const damaged = (await smallPng()).subarray(0, 60)
    const large = Buffer.alloc(3 * 1024 * 1024 + 1)
    for (const [logoData, status] of [
      [dataUrl('svg+xml', svg), 415],
      [dataUrl('png', svg), 415],
      ['https://elsewhere.example/logo.png', 415],
      [dataUrl('png', damaged), 415],
      [dataUrl('png', large), 413],
      [dataUrl('png', Buffer.alloc(5 * 1024 * 1024)), 413],
    ] as const) {
      expect((await uploadLogo(acme.id, { logoData, logoType: 'logo' })).status).toBe(status)
    }
    expect((await uploadLogo(acme.id, { logoData: 'x', logoType: 'icon' })).status).toBe(400)
    expect(await storedLogos()).toEqual([])
  })
})

describe('deleting a company', () => {
  it('takes its links, roles, teams and logos with it, and is written down', async () => {
    const { id } = company((await create({ nameIn: 'Short', nameOut: 'Short' })).body)
    await makeLink(services, id)
    await makeRole(services, { companyId: id })
    await makeUser(services, { companyId: id, active: false })
    await asSystem(services.db, 'test', (db) => db.team.create({ data: { name: 'Team', companyId: id } }))
    await uploadLogo(id, { logoData: dataUrl('png', await smallPng()), logoType: 'logo' }, admin)
    expect(await remove(id)).toMatchObject({ status: 200, body: { data: { id, nameIn: 'Short' } } })
    expect((await get(id)).status).toBe(404)
    expect(await storedLogos()).toEqual([])
    expect(await entriesOf(id)).toContainEqual(
      expect.objectContaining({ act: 'company-deleted', companyId: id, actorId: house.id }),
    )
    expect((await remove(id)).status).toBe(404)
  })

  it('is refused while submissions, begun applications or active users hang on it, with the reason', async () => {
    const busy = await makeCompany(services)
    const link = await makeLink(services, busy.id)
    await makeUser(services, { companyId: busy.id })
    const reason = async () => {
      const { status, body } = await remove(busy.id)
      return [status, body.code, body.error]
    }
    expect(await reason()).toEqual([
      409,
      'conflict',
      'A company with active users cannot be deleted. Deactivate them or move them first.',
    ])
    const session = await openFormSession(url, link.slug)
    await saveDraft(url, session, { legalName: 'Begun LLC' })
    expect(await reason()).toEqual([
      409,
      'conflict',
      'A company with applications that have been begun cannot be deleted.',
    ])
    await submitApplication(url, session, {}, link.slug)
    expect(await reason()).toEqual([409, 'conflict', 'A company with submissions cannot be deleted.'])
  })

  it('is refused while an admin would go with it, active or not, the caller included', async () => {
    const own = await makeCompany(services)
    const { id } = await makeUser(services, { companyId: own.id, isAdmin: true, active: false })
    const answer = [409, 'A company with administrators cannot be deleted. Move them first.']
    const tried = async (as: string) => {
      const { status, body } = await remove(own.id, as)
      return [status, body.error]
    }
    expect(await tried(admin)).toEqual(answer)
    const { email } = await asSystem(services.db, 'test', (db) =>
      db.user.update({ where: { id }, data: { active: true } }),
    )
    expect(await tried(await signIn(url, email))).toEqual(answer)
    expect((await get(own.id)).status).toBe(200)
  })

  it('is for a company type to do with the own one, and ends the own account with it', async () => {
    const own = await makeCompany(services)
    const only = await makeCompanyAdmin(services, own.id)
    const theirs = await signIn(url, only.email)
    expect((await remove(own.id, theirs)).status).toBe(200)
    expect((await call(url, 'GET', '/user/me', { token: theirs })).status).toBe(401)
  })
})
