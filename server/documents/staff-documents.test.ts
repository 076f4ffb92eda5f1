import { readdir, readFile, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { LIMITS } from '#domain/limits'
import { documentMessages } from '#domain/messages/document'
import { serverMessages } from '#domain/messages/server'
import { freshRecord } from '../test/access/matrix-world.ts'
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
import { startTestServer } from '../test/support/server.ts'
import { SMALL_PDF, smallPng, upload, type Upload } from '../test/support/uploads.ts'
import { readZip } from '../test/support/read-zip.ts'

const { url, services, log } = await startTestServer({ role: 'all', seedDemo: false, rateLimit: false })
const company = await makeCompany(services, { nameOut: 'Alpha Capital' })
const link = await makeLink(services, company.id)
const boss = await makeCompanyAdmin(services, company.id)
const token = await signIn(url, boss.email)
const authorization = `Bearer ${token}`

async function submitted(names: string[] = []) {
  const session = await openFormSession(url, link.slug)
  for (const name of names) await upload(url, { name, headers: { 'x-form-session': session } })
  const { body } = await submitApplication(url, session, { legalName: 'Peña / Söhne LLC' }, link.slug)
  const id = body.data?.id ?? ''
  await vi.waitFor(async () => expect((await row(id)).pdfState).toBe('ready'), {
    timeout: 120_000,
    interval: 50,
  })
  return { id, receipt: String((body.data as { receiptToken?: string }).receiptToken) }
}

const row = (id: string) =>
  services.db.system('test').write((db) => db.submissionDesk.findUniqueOrThrow({ where: { id } }))
const list = async (id: string) =>
  (await call(url, 'GET', `/documents/form-submission/${id}`, { token })).body.data as {
    id: string
    originalFilename: string
    addedBy: string | null
  }[]
const add = (id: string, file: Upload = {}, headers: Record<string, string> = { authorization }) =>
  upload(url, {
    path: `/documents/form-submission/${id}`,
    headers,
    ...file,
    fields: { documentType: '', ...file.fields },
  })
const acts = async (act: string, objectId: string) =>
  services.db.system('test').write((db) => db.auditEntry.findMany({ where: { act, objectId } }))
const zip = (id: string) =>
  fetch(`${url}/api/documents/form-submission/${id}/zip`, { headers: { authorization } })

it('staff add a file, which is marked, counted, recorded and not shown to the applicant', async () => {
  const { id, receipt } = await submitted(['october 2026.pdf'])
  const { status, body } = await add(id, { name: 'Statement September 2026.pdf' })
  expect(status).toBe(200)
  const added = body.data as { id: string }
  expect(await list(id)).toMatchObject([
    { originalFilename: 'october 2026.pdf', addedBy: null, suggested: false, later: false },
    {
      id: added.id,
      originalFilename: 'Statement September 2026.pdf',
      addedBy: boss.name,
      later: true,
      documentType: 'bankStatements',
      statementMonth: '2026-09',
      suggested: true,
    },
  ])
  expect(await row(id)).toMatchObject({ documentCount: 2, statementMonths: ['2026-09'] })
  expect(await acts('document-added', added.id)).toMatchObject([
    { actorId: boss.id, detail: { submission: id } },
  ])
  const state = await call(url, 'POST', '/application/state', { body: { token: receipt } })
  expect(state.body.data).toMatchObject({ documents: [{ originalFilename: 'october 2026.pdf' }] })
  const got = await fetch(`${url}/api/documents/document/${added.id}`, { headers: { authorization } })
  expect(Buffer.from(await got.arrayBuffer()).equals(SMALL_PDF)).toBe(true)
})

it.each<[string, Upload, number, string]>([
  ['a type that is none', { fields: { documentType: 'selfie' } }, 400, serverMessages.upload.documentTypes],
  [
    'a month of a tax return',
    { fields: { documentType: 'taxReturn', statementMonth: '2026-09' } },
    400,
    serverMessages.upload.monthOfOther,
  ],
  ['another content than its name says', { content: Buffer.from('hello') }, 415, ''],
])('refuses a file with %s, and keeps nothing of it', async (_what, file, status, sentence) => {
  const { id } = await submitted()
  const before = await readdir(path.join(services.config.dataDir, 'files/documents')).catch(() => [])
  const answer = await add(id, file)
  expect(answer.status).toBe(status)
  if (sentence !== '') expect(answer.body.error).toBe(sentence)
  expect(await list(id)).toEqual([])
  expect(await readdir(path.join(services.config.dataDir, 'files/documents'))).toEqual(before)
})

it("staff's files have room of their own", async () => {
  const { id, receipt } = await submitted()
  const file = await smallPng()
  const [first] = await Promise.all(
    Array.from({ length: LIMITS.staffFiles }, (_, n) =>
      add(id, { name: `page ${n}.png`, type: 'image/png', content: file }),
    ),
  )
  expect(first?.status).toBe(200)
  expect(await list(id)).toHaveLength(LIMITS.staffFiles)
  expect(await add(id)).toMatchObject({ status: 409, body: { error: serverMessages.upload.staffFull } })
  const later = await upload(url, { path: '/application/documents', fields: { token: receipt } })
  expect(later.status).toBe(200)
})

it('an applicant’s file has the type that was sent, whatever its name, until the applicant changes it', async () => {
  const session = await openFormSession(url, link.slug)
  const headers = { 'x-form-session': session }
  const { body } = await upload(url, { name: 'voided check.pdf', headers })
  const file = body.data as { id: string }
  expect(file).toMatchObject({ documentType: 'bankStatements', statementMonth: null })
  const change = (description: object) =>
    call(url, 'PUT', `/documents/upload-public/${file.id}/statement-month`, { headers, body: description })
  expect(await change({ documentType: 'taxReturn', statementMonth: '2026-09' })).toMatchObject({
    status: 400,
    body: { error: serverMessages.upload.monthOfOther },
  })
  const taxReturn = { documentType: 'taxReturn', statementMonth: null }
  expect((await change(taxReturn)).body.data).toMatchObject(taxReturn)
  const { body: sent } = await submitApplication(url, session, {}, link.slug)
  const { id = '', receiptToken = '' } = sent.data ?? {}
  const addLater = (name: string, documentType: string) =>
    upload(url, { path: '/application/documents', name, fields: { token: receiptToken, documentType } })
  expect((await addLater('scan.pdf', 'voidedCheck')).status).toBe(200)
  expect((await addLater('tax return.pdf', '')).status).toBe(200)
  const stored = ['taxReturn', 'voidedCheck', 'bankStatements']
  expect(await list(id)).toMatchObject(stored.map((documentType) => ({ documentType, suggested: false })))
})

it('staff and applicant are told the same months, those of files from staff included', async () => {
  const { id, receipt } = await submitted(['scan.pdf'])
  await add(id, { name: 'a.pdf', fields: { documentType: 'bankStatements', statementMonth: '2026-09' } })
  const known = { statementMonths: ['2026-09'], undatedStatements: 1 }
  const page = await call(url, 'POST', '/application/state', { body: { token: receipt } })
  expect(page.body.data).toMatchObject({ statements: known, documents: [{ originalFilename: 'scan.pdf' }] })
  const rows = await call(url, 'GET', '/form/submissions', { token })
  const listed = (rows.body.data as { id: string }[]).find((each) => each.id === id)
  const opened = await call(url, 'GET', `/form/submissions/${id}`, { token })
  for (const record of [listed, opened.body.data]) expect(record).toMatchObject(known)
})

it('type and month are set by staff, with a record of it; a month belongs to statements alone', async () => {
  const { id } = await submitted(['drivers license.pdf'])
  const [file] = await list(id)
  expect(file).toMatchObject({ documentType: 'bankStatements', statementMonth: null, suggested: false })
  const describe = (body: object) => call(url, 'PUT', `/documents/${file?.id}`, { token, body })
  const described = { documentType: 'bankStatements', statementMonth: '2026-08' }
  expect((await describe(described)).body.data).toEqual({ id: file?.id, ...described, suggested: false })
  expect(await list(id)).toMatchObject([{ ...described, suggested: false }])
  expect((await row(id)).statementMonths).toEqual(['2026-08'])
  expect(await acts('document-described', file?.id ?? '')).toMatchObject([
    { actorId: boss.id, detail: { submission: id, ...described } },
  ])
  const refused = await describe({ documentType: 'taxReturn', statementMonth: '2026-08' })
  expect(refused).toMatchObject({ status: 400, body: { error: serverMessages.upload.monthOfOther } })
  expect((await describe({ documentType: 'voidedCheck' })).status).toBe(200)
  expect((await row(id)).statementMonths).toEqual([])
})

it('the archive holds every file and the PDF, under names of their own', async () => {
  const { id } = await submitted(['same.pdf', 'Same.pdf', 'a:b?.pdf'])
  const answer = await zip(id)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="Pena Sohne LLC - documents - \d{4}-\d\d-\d\d.zip"; filename\*=UTF-8''Pe%C3%B1a%20/,
  )
  const entries = readZip(Buffer.from(await answer.arrayBuffer()))
  expect([...entries.keys()]).toEqual([
    expect.stringMatching(/^Peña Söhne LLC – application – \d{4}-\d\d-\d\d.pdf$/),
    'same.pdf',
    'Same (2).pdf',
    'a b .pdf',
  ])
  const [pdf, ...files] = entries.values()
  expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-')
  for (const file of files) expect(file.equals(SMALL_PDF)).toBe(true)
  expect(await acts('documents-downloaded', id)).toMatchObject([{ detail: { documents: 3, pdf: true } }])
})

it('an archive of several has a folder for each, and no more than that many', async () => {
  const ids = [(await submitted(['one.pdf'])).id, (await submitted(['one.pdf', 'two.pdf'])).id]
  const zipOf = (filter: object, as = token) =>
    fetch(`${url}/api/form/export/zip?${new URLSearchParams({ filter: JSON.stringify(filter) })}`, {
      headers: { authorization: `Bearer ${as}` },
    })
  const answer = await zipOf({ id: ids })
  const names = [...readZip(Buffer.from(await answer.arrayBuffer())).keys()]
  const isIn = (folder: RegExp) => names.filter((name) => folder.test(name)).length
  expect([
    isIn(/^Peña Söhne LLC – documents – [\d-]+\/./),
    isIn(/^Peña Söhne LLC – documents – [\d-]+ \(2\)\/./),
  ]).toEqual([3, 2])
  for (const id of ids) expect(await acts('documents-downloaded', id)).toHaveLength(1)

  const role = await makeRole(services, { permissions: ['page:forms'] })
  const reader = await makeUser(services, { companyId: company.id, roleId: role.id })
  expect((await zipOf({ id: ids }, await signIn(url, reader.email))).status).toBe(403)
  const others = await makeCompany(services)
  const stranger = await signIn(url, (await makeCompanyAdmin(services, others.id)).email)
  expect((await zipOf({ id: ids }, stranger)).status).toBe(404)
  const crowd = await makeCompany(services)
  for (let left = LIMITS.zipSubmissions; left >= 0; left -= 1) await freshRecord(services, crowd.id, 'desk')
  const crowded = await zipOf({}, await signIn(url, (await makeCompanyAdmin(services, crowd.id)).email))
  expect([crowded.status, await crowded.json()]).toMatchObject([400, { error: documentMessages.tooMany }])
})

it('the archive ends, also for a client that reads slowly', async () => {
  const { id } = await submitted()
  const content = Buffer.from(SMALL_PDF.toString().replace('%%EOF', `%${'x'.repeat(4_000_000)}\n%%EOF`))
  for (const name of ['one.pdf', 'two.pdf']) expect((await add(id, { name, content })).status).toBe(200)
  const archive: Buffer[] = []
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const path = `/api/documents/form-submission/${id}/zip`
    get(`${url}${path}`, { headers: { authorization } }, resolve).on('error', reject)
  })
  response.setTimeout(30_000, () => response.destroy(new Error('The archive does not end')))
  for await (const chunk of response) {
    archive.push(Buffer.from(chunk))
    await delay(2)
  }
  expect(readZip(Buffer.concat(archive)).get('two.pdf')?.equals(content)).toBe(true)
})

it('no archive is sent with a damaged file, which the answer names', async () => {
  const { id } = await submitted(['whole.pdf', 'broken.pdf'])
  const [, broken] = await list(id)
  const file = path.join(services.config.dataDir, 'files/documents', broken?.id ?? '')
  const content = await readFile(file)
  content[40] = (content[40] ?? 0) ^ 1
  await writeFile(file, content)
  const before = log.length
  const answer = await zip(id)
  expect(answer.status).toBe(500)
  expect(await answer.json()).toMatchObject({
    code: 'damaged_file',
    error: expect.stringContaining('broken.pdf') as string,
  })
  expect(await acts('documents-downloaded', id)).toEqual([])
  expect(log.slice(before).join('')).not.toContain('broken.pdf')
})
