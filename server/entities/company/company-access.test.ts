import { beforeAll, describe, expect, it } from 'vitest'
import { dayInZone, DEFAULT_TIME_ZONE } from '#domain/time-zone'
import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
import { call, makeCompany, makeLink, makeRole, makeUser, signIn } from '../../test/support/factories.ts'
import { smallPng } from '../../test/support/uploads.ts'
import { startCompanyTests } from './company.fixture.ts'

const {
  url,
  services,
  admin,
  acme,
  other,
  boss,
  token,
  stranger,
  house,
  get,
  create,
  update,
  remove,
  uploadLogo,
  dataUrl,
  storedLogos,
} = await startCompanyTests()

const colleague = await makeUser(services, { name: 'Carla Colleague', companyId: acme.id })
const list = (query = '', as = admin) => call(url, 'GET', `/company/get${query}`, { token: as })
const param = (name: string, value: unknown) => `${name}=${encodeURIComponent(JSON.stringify(value))}`

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
    const today = dayInZone(new Date(), DEFAULT_TIME_ZONE)
    const all = await list(`?${param('filter', { q: today, columns: ['updatedAt'] })}&range=[0,1]`)
    expect(all.body.data).toHaveLength(2)
    expect(all.headers.get('content-range')).toBe(`companies 0-1/${String(all.body.total)}`)
    const byName = await list(`?${param('sort', ['nameOut', 'DESC'])}&range=[0,0]`)
    expect(namesOf(byName.body)).toEqual(['Zeta %_ Capital'])
  })
})
