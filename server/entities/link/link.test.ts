import { DEFAULT_APPLICANT_SETTINGS } from '#domain/applicant-settings'
import { describe, expect, it } from 'vitest'
import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeLink,
  makeRole,
  makeUser,
  signIn,
  type Answer,
} from '../../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'
import { addLink, findOpenLink, findPlace } from './create-link.service.ts'

const { url, services } = await startTestServer({ seedDemo: false })

it('tells of the company what the form needs, and nothing else', async () => {
  const company = await makeCompany(services, {
    nameIn: 'Inside',
    nameOut: 'Outside',
    email: 'desk@inside.example',
    notifyEmails: 'alerts@inside.example',
    disclaimer: 'No promises.',
  })
  const link = await makeLink(services, company.id, {
    userEmail: 'broker@inside.example',
    userName: 'Broker',
  })
  const { status, body } = await call(url, 'GET', `/generated-link/get/slug/${link.slug}`)
  expect(status).toBe(200)
  expect(body).toEqual({
    status: 'success',
    data: {
      id: link.id,
      slug: link.slug,
      sharedDevice: false,
      company: {
        id: company.id,
        nameIn: 'Inside',
        nameOut: 'Outside',
        logoUrl: '',
        pdfLogoUrl: '',
        authorizationText: '',
        disclaimer: 'No promises.',
        appEditorSettings: '',
        contact: '',
        applicantSettings: DEFAULT_APPLICANT_SETTINGS,
      },
    },
  })
})

it('does not know a slug that was never made', async () => {
  for (const slug of ['nowhere', '%00', "' OR 1=1", 'x'.repeat(150)]) {
    const { status, body } = await call(url, 'GET', `/generated-link/get/slug/${encodeURIComponent(slug)}`)
    expect([400, 404]).toContain(status)
    expect(body.status).toBe('error')
  }
  expect((await call(url, 'GET', '/generated-link/get/slug/nowhere')).body.error).toBe('Invalid link')
})

const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
const acme = await makeCompany(services, { nameIn: 'Acme inside', nameOut: 'Acme outside' })
const other = await makeCompany(services)
const plain = await makeRole(services, { companyId: acme.id, permissions: [] })
const staffOf = (companyId: string, changes: object = {}) =>
  makeUser(services, { companyId, roleId: plain.id, ...changes })
const staff = await staffOf(acme.id, { name: 'Sam Staff', email: 'Sam@acme.example' })
const token = await signIn(url, staff.email)
const boss = await makeCompanyAdmin(services, acme.id)
const bossToken = await signIn(url, boss.email)
const stranger = await staffOf(other.id)

type Link = { id: string; slug: string; iframeUrl: string; closedAt: string | null }
const linkOf = ({ body }: Answer): Link => body.data as Link
const linksOf = ({ body }: Answer): Link[] => body.data as Link[]

const create = (body: object, as = token) => call(url, 'POST', '/generated-link/create', { token: as, body })
const remove = (id: string, as = bossToken) =>
  call(url, 'DELETE', `/generated-link/delete/${id}`, { token: as })
const read = (id: string, as = token) => call(url, 'GET', `/generated-link/get/${id}`, { token: as })
const list = (query = '', as = token) => call(url, 'GET', `/generated-link/get${query}`, { token: as })
const filter = (value: object) => `?filter=${encodeURIComponent(JSON.stringify(value))}`
const audited = (objectId: string) =>
  services.db
    .system('test')
    .write((db) => db.auditEntry.findMany({ where: { objectId }, orderBy: { id: 'asc' } }))

const MADE_SLUG = /^[0-9a-f]{20}$/

describe('a link', () => {
  it("is made for the caller, opens the company's form, is read and written down", async () => {
    const made = await create({ companyId: acme.id })
    const { id, slug } = linkOf(made)
    expect(made).toMatchObject({ status: 200, body: { status: 'success' } })
    expect(made.body.data).toEqual({
      id: expect.any(String),
      name: '',
      slug: expect.stringMatching(MADE_SLUG),
      company: { id: acme.id, nameIn: 'Acme inside', nameOut: 'Acme outside' },
      user: { name: 'Sam Staff', email: 'Sam@acme.example' },
      team: null,
      sharedDevice: false,
      iframeUrl: `${url}/embed/${slug}`,
      url: `${url}/form/${slug}`,
      externalId: null,
      metadata: {},
      timeZone: 'America/New_York',
      closedAt: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect((await read(id)).body.data).toEqual(made.body.data)
    expect((await call(url, 'GET', `/generated-link/get/slug/${slug}`)).status).toBe(200)
    expect(await audited(id)).toMatchObject([
      { act: 'link-created', actorId: staff.id, companyId: acme.id, detail: { after: { slug } } },
    ])
  })

  it("is the caller's own where no e-mail is given", async () => {
    const made = await create({ companyId: acme.id, userEmail: '' })
    expect(made.body.data).toMatchObject({ user: { name: 'Sam Staff' } })
  })

  it('is the same one when it is asked for again, even at once, until it is closed', async () => {
    const user = await staffOf(acme.id)
    const theirs = await signIn(url, user.email)
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({ companyId: acme.id }, theirs)))
    const ids = new Set(answers.map((answer) => linkOf(answer).id))
    expect(ids.size).toBe(1)
    const [id = ''] = ids
    expect(await audited(id)).toHaveLength(1)
    await remove(id)
    expect(linkOf(await create({ companyId: acme.id }, theirs)).id).not.toBe(id)
  })

  it('becomes that of the user whose e-mail is given, however it is written, and submissions are theirs', async () => {
    const made = await create({ companyId: acme.id, userEmail: ' SAM@Acme.example ' }, admin)
    expect(made.body.data).toMatchObject({ user: { name: 'Sam Staff', email: 'Sam@acme.example' } })
    const session = await openFormSession(url, linkOf(made).slug)
    expect((await submitApplication(url, session, {}, linkOf(made).slug)).status).toBe(200)
    const { data } = (await call(url, 'GET', '/form/submissions', { token: bossToken })).body
    expect(data).toMatchObject([{ user: { name: 'Sam Staff' } }])
  })

  it("has the slug its user wished for while it is free, and an admin's own says who made it", async () => {
    const wishing = { slug: 'acme-loans' }
    const [first, second] = [await staffOf(acme.id, wishing), await staffOf(acme.id, wishing)]
    const answers = await Promise.all(
      [first, second].map(({ email }) => create({ companyId: acme.id, userEmail: email }, admin)),
    )
    const slugs = answers.map((answer) => linkOf(answer).slug)
    expect(slugs.filter((slug) => slug === 'acme-loans')).toHaveLength(1)
    const odd = await staffOf(acme.id, { slug: 'a/b?c' })
    expect(linkOf(await create({ companyId: acme.id, userEmail: odd.email }, admin)).slug).toMatch(MADE_SLUG)
    const own = await create({ companyId: other.id }, admin)
    expect(own.body.data).toMatchObject({ user: { email: TEST_ADMIN.email }, company: { id: other.id } })
  })

  it('gets the wished slug once somebody wishes for one later', async () => {
    const user = await staffOf(acme.id)
    const before = linkOf(await create({ companyId: acme.id, userEmail: user.email }, admin))
    await services.db
      .system('test')
      .write((db) => db.user.update({ where: { id: user.id }, data: { slug: 'later-wish' } }))
    const after = linkOf(await create({ companyId: acme.id, userEmail: user.email }, admin))
    expect(after.slug).toBe('later-wish')
    expect((await call(url, 'GET', `/generated-link/get/slug/${before.slug}`)).status).toBe(200)
  })

  it("is refused for what is not the caller's to choose", async () => {
    const gone = await staffOf(acme.id, { active: false })
    const cases: [object, string][] = [
      [{ companyId: other.id }, 'companyId'],
      [{ companyId: 'nowhere' }, 'companyId'],
      [{}, 'companyId'],
      [{ companyId: acme.id, userEmail: stranger.email }, 'userEmail'],
      [{ companyId: acme.id, userEmail: 'nobody@acme.example' }, 'userEmail'],
      [{ companyId: acme.id, userEmail: gone.email }, 'userEmail'],
      [{ companyId: acme.id, slug: 'mine' }, 'slug'],
    ]
    for (const [body, field] of cases) {
      expect(await create(body), JSON.stringify(body)).toMatchObject({
        status: 400,
        body: { fields: { [field]: expect.any(String) } },
      })
    }
    expect((await create({ companyId: acme.id, userEmail: stranger.email }, admin)).status).toBe(400)
    expect((await call(url, 'POST', '/generated-link/create', { body: { companyId: acme.id } })).status).toBe(
      401,
    )
  })
})

describe('deleting a link', () => {
  it('is for admins and company types, within reach', async () => {
    const link = await makeLink(services, acme.id)
    expect((await remove(link.id, token)).status).toBe(403)
    const theirs = await signIn(url, (await makeCompanyAdmin(services, other.id)).email)
    expect(await remove(link.id, theirs)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await remove(link.id, admin)).status).toBe(200)
  })

  it('keeps the row, as an application that has just been begun may still be sent', async () => {
    const user = await staffOf(acme.id, { slug: 'closed-wish' })
    const link = linkOf(await create({ companyId: acme.id, userEmail: user.email }, admin))
    const begun = await openFormSession(url, link.slug)
    expect((await remove(link.id)).body.data).toMatchObject({ id: link.id, closedAt: expect.any(String) })
    expect((await submitApplication(url, begun, {}, link.slug)).status).toBe(200)
    const next = linkOf(await create({ companyId: acme.id, userEmail: user.email }, admin))
    expect([link.slug, next.slug]).toEqual(['closed-wish', expect.stringMatching(MADE_SLUG)])
  })

  it('closes it: begun applications may be sent, new ones not begun', async () => {
    const link = await makeLink(services, acme.id)
    const [sent, begun] = [await openFormSession(url, link.slug), await openFormSession(url, link.slug)]
    expect((await submitApplication(url, sent, {}, link.slug)).status).toBe(200)
    expect((await remove(link.id)).body.data).toMatchObject({ id: link.id, closedAt: expect.any(String) })
    expect((await remove(link.id)).status).toBe(200)
    expect(await audited(link.id)).toMatchObject([
      { act: 'link-closed', detail: { before: { closedAt: null }, after: { closedAt: expect.any(String) } } },
    ])
    expect((await read(link.id)).body.data).toMatchObject({ closedAt: expect.any(String) })
    expect((await call(url, 'GET', `/generated-link/get/slug/${link.slug}`)).status).toBe(200)
    expect((await call(url, 'GET', `/form/initialize-session/${link.slug}`)).status).toBe(409)
    expect((await submitApplication(url, begun, {}, link.slug)).status).toBe(200)
  })
})

describe('the name of a link', () => {
  const update = (id: string, body: object, as = token) =>
    call(url, 'PUT', `/generated-link/update/${id}`, { token: as, body })

  it('is given when it is made, changed by whoever may make one, and taken away', async () => {
    const owner = await staffOf(acme.id)
    const asked = { companyId: acme.id, userEmail: owner.email, name: ' Trade show ' }
    const { id, slug } = linkOf(await create(asked))
    expect((await read(id)).body.data).toMatchObject({ name: 'Trade show' })
    expect((await create({ ...asked, name: 'Other' })).body.data).toMatchObject({ id, name: 'Trade show' })
    expect((await update(id, { name: 'Counter' })).body.data).toMatchObject({ name: 'Counter', slug })
    expect((await update(id, { name: '' })).body.data).toMatchObject({ name: '' })
    expect((await update(id, { name: 'x'.repeat(81) })).status).toBe(400)
    expect((await update(id, { name: 'Mine' }, await signIn(url, stranger.email))).status).toBe(404)
    expect((await audited(id)).at(-2)).toMatchObject({
      act: 'link-updated',
      detail: { before: { name: 'Trade show' }, after: { name: 'Counter' } },
    })
  })

  it('is sent with the record as it was read, whose other values stay', async () => {
    const team = await services.db
      .system('test')
      .write((db) => db.team.create({ data: { name: 'Desk', companyId: acme.id } }))
    const { id } = await makeLink(services, acme.id, { teamId: team.id, sharedDevice: true })
    const { updatedAt, ...record } = (await read(id)).body.data as { updatedAt: string }
    const named = { ...record, name: 'Named' }
    expect((await update(id, { ...named, updatedAt })).body).toMatchObject({ data: named })
    expect((await update(id, { ...named, updatedAt })).status).toBe(409)
    expect((await update(id, { ...named, slug: 'mine' })).body.fields).toHaveProperty('slug')
    const { data } = (await update(id, { ...named, team: null })).body
    expect(data).toEqual({ ...named, team: null, updatedAt: expect.any(String) })
  })

  it('is searched and sorted, and stands beside the slug of submissions', async () => {
    const link = await makeLink(services, acme.id, { name: 'zz fair', slug: 'a-slug' })
    expect((await list(filter({ q: 'zz fa' }))).body.data).toMatchObject([{ id: link.id }])
    const sorted = await list(`?sort=${encodeURIComponent('["name","DESC"]')}&range=[0,0]`)
    expect(sorted.body.data).toMatchObject([{ id: link.id }])
    const twin = await makeLink(services, acme.id, { name: 'zz fair' })
    for (const { slug } of [link, twin, link])
      await submitApplication(url, await openFormSession(url, slug), {}, slug)
    const query = `?sort=${encodeURIComponent('["link","DESC"]')}&range=[0,2]`
    const { data } = (await call(url, 'GET', `/form/submissions${query}`, { token: bossToken })).body
    expect(data).toMatchObject(Array(3).fill({ link: { name: 'zz fair' } }))
    const [{ id = '' } = {}] = data as { id: string }[]
    const opened = await call(url, 'GET', `/form/submissions/${id}`, { token: bossToken })
    expect(opened.body.data).toMatchObject({ generatedLink: { name: 'zz fair' } })
  })
})

it('leaves the team to those who see all submissions of the company', async () => {
  const role = await makeRole(services, { companyId: acme.id, permissions: ['page:forms'] })
  const { write: system } = services.db.system('test')
  await system((db) => db.role.update({ where: { id: role.id }, data: { scope: 'team' } }))
  const narrowed = await signIn(url, (await staffOf(acme.id, { roleId: role.id })).email)
  const team = await system((db) => db.team.create({ data: { name: 'Mine', companyId: acme.id } }))
  const { id } = await makeLink(services, acme.id)
  const update = (body: object) => call(url, 'PUT', `/generated-link/update/${id}`, { token: narrowed, body })
  expect((await update({ teamId: team.id })).status).toBe(403)
  const record = (await read(id, narrowed)).body.data as object
  expect((await update({ ...record, name: 'Fair' })).body.data).toMatchObject({ name: 'Fair', team: null })
})

describe('the list of links', () => {
  it("holds the own company's, for whoever is signed in, and for admins all", async () => {
    const theirs = await makeLink(services, other.id)
    expect(JSON.stringify((await list()).body)).not.toContain(theirs.slug)
    expect((await read(theirs.id)).status).toBe(404)
    expect(JSON.stringify((await list('', admin)).body)).toContain(theirs.slug)
    expect((await call(url, 'GET', '/generated-link/get')).status).toBe(401)
    const homeless = await signIn(url, (await makeUser(services)).email)
    expect((await list('', homeless)).body).toMatchObject({ total: 0, data: [] })
  })

  it('leaves closed ones out unless they are asked for', async () => {
    const link = await makeLink(services, acme.id, { slug: 'closed-one', closedAt: new Date() })
    const asked = { q: 'closed-one', columns: ['slug'] }
    expect((await list(filter(asked))).body.total).toBe(0)
    expect((await list(filter({ ...asked, closed: false }))).body.total).toBe(0)
    expect((await list(filter({ ...asked, closed: true }))).body.data).toMatchObject([{ id: link.id }])
    expect((await list(filter({ closed: 'yes' }))).status).toBe(400)
    expect((await list(filter({ id: [link.id] }))).body.data).toMatchObject([{ id: link.id }])
    expect((await list(filter({ id: [link.id], closed: false }))).body.total).toBe(0)
    expect((await read(link.id)).body.data).toMatchObject({ closedAt: expect.any(String) })
  })

  it('is searched in the columns that are named, sorted and cut', async () => {
    const link = await makeLink(services, acme.id, { slug: 'findable_one', userName: 'Fay Finder' })
    const found = await list(filter({ q: 'FINDABLE_', columns: ['slug'] }))
    expect(found.body).toMatchObject({ total: 1, data: [{ id: link.id }] })
    expect((await list(filter({ q: 'fay find', columns: ['slug'] }))).body.total).toBe(0)
    expect((await list(filter({ q: 'fay find' }))).body.total).toBe(1)
    expect(
      Number((await list(filter({ q: 'acme inside', columns: ['company'] }))).body.total),
    ).toBeGreaterThan(1)
    const today = new Date().toISOString().slice(0, 7)
    expect(Number((await list(filter({ q: today, columns: ['createdAt'] }))).body.total)).toBeGreaterThan(1)
    const sorted = await list(`?sort=${encodeURIComponent('["slug","DESC"]')}&range=[0,1]`)
    expect(linksOf(sorted)).toHaveLength(2)
    expect(sorted.headers.get('content-range')).toMatch(/^links 0-1\/\d+$/)
    for (const field of ['company', 'user', 'createdAt']) {
      expect((await list(`?sort=${encodeURIComponent(`["${field}","ASC"]`)}`)).status).toBe(200)
    }
  })
})

it('keeps neither its user from signing in nor applicants from applying while an import goes on', async () => {
  const company = await makeCompany(services)
  const boss = await makeCompanyAdmin(services, company.id)
  const actor = await services.sessions.findActor(await signIn(url, boss.email))
  if (!actor) throw new Error('nobody is signed in')
  const input = { companyId: company.id }
  const add = (meanwhile: (slug: string) => Promise<unknown>) =>
    services.db.as(actor).write(async (tx) => {
      const place = await findPlace(tx, actor, input)
      const found = await findOpenLink(tx, place)
      const row = found ?? (await addLink(tx, { actor, ip: '' }, place)).row
      await meanwhile(row?.slug ?? '')
      return found === undefined
    })
  expect(await add(async () => {})).toBe(true)
  expect(await add(() => signIn(url, boss.email))).toBe(false)
  await services.db
    .system('test')
    .write((db) => db.user.update({ where: { id: boss.id }, data: { slug: 'another-wish' } }))
  const { slug } = await services.db
    .system('test')
    .write((db) => db.generatedLink.findFirstOrThrow({ where: { userId: boss.id } }))
  const apply = async () => submitApplication(url, await openFormSession(url, slug), {}, slug)
  expect(await add(async () => expect((await apply()).status).toBe(200))).toBe(true)
})
