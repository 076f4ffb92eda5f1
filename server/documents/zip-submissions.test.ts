import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { LIMITS } from '#domain/limits'
import type { Permission } from '#domain/permissions'
import { toReference } from '#domain/reference'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeLink,
  makeRole,
  makeUser,
  signIn,
} from '../test/support/factories.ts'
import { readZip } from '../test/support/read-zip.ts'
import { startTestServer } from '../test/support/server.ts'
import { upload } from '../test/support/uploads.ts'

const { url, services } = await startTestServer({ seedDemo: false })
const { write: system } = services.db.system('test')

async function desk() {
  const company = await makeCompany(services)
  const { slug } = await makeLink(services, company.id)
  const apply = async (legalName: string, files: string[] = ['august.pdf']) => {
    const session = await openFormSession(url, slug)
    for (const name of files)
      expect((await upload(url, { name, headers: { 'x-form-session': session } })).status).toBe(200)
    return (await submitApplication(url, session, { legalName }, slug)).body.data?.id ?? ''
  }
  const boss = await makeCompanyAdmin(services, company.id)
  return { company, apply, token: await signIn(url, boss.email) }
}
const own = await desk()

const address = (ids: string[]) =>
  `/form/export/zip?${new URLSearchParams({ filter: JSON.stringify({ id: ids }) })}`
const fetchZip = (token: string, ids: string[]) =>
  fetch(`${url}/api${address(ids)}`, { headers: { authorization: `Bearer ${token}` } })
async function names(token: string, ids: string[]): Promise<string[]> {
  const response = await fetchZip(token, ids)
  expect(response.status).toBe(200)
  return [...readZip(Buffer.from(await response.arrayBuffer())).keys()]
}

it('has a folder for each submission, whose names lead nowhere else and are told apart', async () => {
  const merchants = ['../../etc/passwd', '..', 'C:\\Windows', 'Ash\u202efdp.exe', 'ash bakery', 'Ash Bakery']
  const ids = []
  for (const merchant of merchants) ids.push(await own.apply(merchant, ['../up.pdf', '..\\up.pdf', 'UP.pdf']))
  const files = await names(own.token, ids)
  expect(files).toHaveLength(3 * ids.length)
  expect(new Set(files.map((name) => name.toLowerCase())).size).toBe(files.length)
  for (const name of files) {
    expect(name).toMatch(/^[^/\\:\u202e]+\/[^/\\:]+$/)
    for (const part of name.split('/')) expect(part).not.toMatch(/^\.|\.$/)
  }
  expect(new Set(files.map((name) => name.split('/')[0])).size).toBe(ids.length)
})

it('holds what the caller sees, and needs the right to export', async () => {
  const other = await desk()
  const [first, second, foreign] = [
    await own.apply('Birch Tools'),
    await own.apply('Cedar Cafe'),
    await other.apply('Dune Diner'),
  ]
  const clerk = async (permissions: Permission[], scope: 'company' | 'own' = 'company') => {
    const role = await makeRole(services, { permissions, companyId: own.company.id })
    await system((tx) => tx.role.update({ where: { id: role.id }, data: { scope } }))
    const user = await makeUser(services, { companyId: own.company.id, roleId: role.id })
    return { user, token: await signIn(url, user.email) }
  }
  const merchants = async (token: string) =>
    (await names(token, [first, second, foreign])).map((name) => name.split(' – ')[0]).toSorted()
  expect(await merchants(own.token)).toEqual(['Birch Tools', 'Cedar Cafe'])
  const narrowed = await clerk(['page:forms', 'submission:export'], 'own')
  await system((tx) =>
    tx.submissionDesk.update({ where: { id: second }, data: { ownerId: narrowed.user.id } }),
  )
  expect(await merchants(narrowed.token)).toEqual(['Cedar Cafe'])
  for (const hidden of [foreign, 'nobody'])
    expect((await call(url, 'GET', address([hidden]), { token: own.token })).status).toBe(404)
  const reader = await clerk(['page:forms', 'submission:reveal'])
  expect((await call(url, 'GET', address([first]), { token: reader.token })).status).toBe(403)
})

it('is refused beyond its limit, and names the submission whose file is damaged', async () => {
  const { apply, token } = await desk()
  const id = await apply('Elm Electric')
  const many = Array.from({ length: LIMITS.zipSubmissions }, (_, index) => `nobody-${index}`)
  expect(await names(token, [id, ...many])).toHaveLength(1)
  for (const _ of many) await apply('Fern Foods', [])
  const all = await call(url, 'GET', '/form/export/zip', { token })
  expect(all).toMatchObject({ status: 400, body: { fields: { filter: expect.any(String) } } })

  const { storedAs } = await system((tx) => tx.document.findFirstOrThrow({ where: { formSessionId: id } }))
  const folder = path.join(services.config.dataDir, 'files')
  expect(await readdir(path.dirname(path.join(folder, storedAs)))).toContain(path.basename(storedAs))
  await rm(path.join(folder, storedAs))
  const { status, body } = await call(url, 'GET', address([id]), { token })
  expect([status, body.code]).toEqual([500, 'damaged_file'])
  expect(body.error).toContain(toReference(id))
  expect(body.error).toContain('august.pdf')
})
