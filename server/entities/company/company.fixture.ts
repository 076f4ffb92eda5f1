import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { call, makeCompany, makeCompanyAdmin, makeUser, signIn } from '../../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'

export type Company = Record<string, unknown> & { id: string; updatedAt: string; logoUrl: string }

export async function startCompanyTests() {
  const { url, services, log } = await startTestServer({ seedDemo: false })

  const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
  const [acme, other] = [
    await makeCompany(services, { nameIn: 'Acme inside', nameOut: 'Acme Funding' }),
    await makeCompany(services),
  ]
  const boss = await makeCompanyAdmin(services, acme.id)
  const token = await signIn(url, boss.email)
  const stranger = await makeUser(services, { companyId: other.id })
  const house = await services.db
    .system('test')
    .write((db) => db.user.findUniqueOrThrow({ where: { emailKey: TEST_ADMIN.email } }))
  const company = (body: Record<string, unknown>): Company => body.data as Company
  const get = (id: string, as = admin) => call(url, 'GET', `/company/get/${id}`, { token: as })
  const create = (body: object, as = admin) => call(url, 'POST', '/company/create', { token: as, body })
  const update = (id: string, body: object, as = token) =>
    call(url, 'PUT', `/company/update/${id}`, { token: as, body })
  const remove = (id: string, as = admin) => call(url, 'DELETE', `/company/delete/${id}`, { token: as })
  const uploadLogo = (id: string, body: object, as = token) =>
    call(url, 'POST', `/company/upload-logo/${id}`, { token: as, body })
  const dataUrl = (type: string, bytes: Buffer) => `data:image/${type};base64,${bytes.toString('base64')}`
  const storedLogos = () => readdir(path.join(services.config.dataDir, 'files', 'logos')).catch(() => [])
  const entriesOf = (objectId: string) =>
    services.db
      .system('test')
      .write((db) => db.auditEntry.findMany({ where: { objectId }, orderBy: { id: 'asc' } }))

  return {
    url,
    services,
    log,
    admin,
    acme,
    other,
    boss,
    token,
    stranger,
    house,
    company,
    get,
    create,
    update,
    remove,
    uploadLogo,
    dataUrl,
    storedLogos,
    entriesOf,
  }
}
