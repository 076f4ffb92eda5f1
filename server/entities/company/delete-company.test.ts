import { describe, expect, it } from 'vitest'
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
import { smallPng } from '../../test/support/uploads.ts'
import { startCompanyTests } from './company.fixture.ts'

const {
  url,
  services,
  admin,
  house,
  company,
  get,
  create,
  remove,
  uploadLogo,
  dataUrl,
  storedLogos,
  entriesOf,
} = await startCompanyTests()

describe('deleting a company', () => {
  it('takes its links, roles, teams and logos with it, and is written down', async () => {
    const { id } = company((await create({ nameIn: 'Short', nameOut: 'Short' })).body)
    await makeLink(services, id)
    await makeRole(services, { companyId: id })
    await makeUser(services, { companyId: id, active: false })
    await services.db.system('test').write((db) => db.team.create({ data: { name: 'Team', companyId: id } }))
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
    const { email } = await services.db
      .system('test')
      .write((db) => db.user.update({ where: { id }, data: { active: true } }))
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
