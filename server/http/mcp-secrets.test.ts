import { expect, it } from 'vitest'
import { INPUTS } from '#domain/catalogue/index'
import type { Permission } from '#domain/permissions'
import { SIGNED, startRequestTests } from '../requests/request.fixture.ts'
import { asDrawn, drawings, planted, SECRETS } from '../submissions/accept/planted-secrets.fixture.ts'
import { call, makeApiKey } from '../test/support/factories.ts'
import { formsOf, formsOfDate, searchFor } from '../test/support/secret-search.ts'
import { SMALL_PDF } from '../test/support/uploads.ts'
import { postMcp } from './mcp.fixture.ts'

const { url, services, apply, answer } = await startRequestTests()
const { taxId, partner1SSN, partner2SSN, partner1DOB, partner2DOB } = SECRETS
const FILE = 'Kontoauszug-Zzyzx'
const ACCOUNT = '4417123456789'
const ROUTING = '021 000 021'
const NEVER = [...Object.keys(SECRETS).filter((name) => /SSN|DOB|taxId/.test(name)), 'drawing 1', 'drawing 2']
const secrets = new Map([
  ...NEVER.map((name) => [name, planted.get(name) ?? []] as const),
  ...[FILE, ACCOUNT, ROUTING].map((name) => [name, formsOf(name)] as const),
  ['a birth date in words', formsOf('July 23, 1961')],
  ['a birth date elsewhere', formsOfDate('1958-02-03')],
])
const search = searchFor(secrets)

/** All of them, as an applicant would type them into a field that asks for something else. */
const TYPED = `SSN ${partner1SSN} or ${partner2SSN.replaceAll(' ', '.')}, EIN ${taxId}, born July 23, 1961, 02/03/1958, bank ${ROUTING} / ${ACCOUNT}`
const free = [...INPUTS.values()].filter(({ kind }) => kind === 'text' || kind === 'longText')

it('no tool lets out numbers, birth dates, signatures and files, wherever they were typed', async () => {
  const { id, token, boss, asked } = await apply({
    ...Object.fromEntries(free.map(({ name }) => [name, TYPED])),
    taxId,
    partner1SSN,
    partner2SSN,
    partner1DOB,
    partner2DOB,
    signer1Signature: asDrawn(drawings[0]),
    signer2Signature: asDrawn(drawings[1]),
  })
  const form = new FormData()
  form.set('file', new File([SMALL_PDF], `${FILE} ${ACCOUNT}.pdf`, { type: 'application/pdf' }))
  const headers = { authorization: `Bearer ${token}` }
  const added = await fetch(`${url}/api/documents/form-submission/${id}`, {
    method: 'POST',
    headers,
    body: form,
  })
  expect(await added.json()).toMatchObject({ status: 'success' })
  const { token: link } = await asked(
    { kind: 'correction', field: 'partner1SSN' },
    { kind: 'correction', field: 'dbaName' },
    { kind: 'answer', question: `What is ${ACCOUNT}?` },
  )
  const given = [partner2SSN, TYPED, TYPED].map((text, item) => ({ item, text }))
  expect((await answer(link, given, SIGNED)).status).toBe(200)
  await call(url, 'POST', `/form/submissions/${id}/notes`, { token, body: { text: TYPED } })

  const permissions: Permission[] = ['page:main', 'page:forms', 'submission:update']
  const key = await makeApiKey(services, boss.id, permissions, { companyId: boss.companyId })
  let answers = ''
  const use = async (name: string, args: object) => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
    const text = await (await postMcp(url, key, message)).text()
    answers += text
    const { result } = JSON.parse(text) as { result: { structuredContent: Record<string, unknown> } }
    return result.structuredContent
  }
  await use('find_submissions', {})
  const { updatedAt, additions, notes } = await use('read_submission', { id })
  expect(additions).toMatchObject([{ entries: [{ field: 'dbaName' }, { field: null }] }])
  expect(notes).toHaveLength(1)
  await use('pipeline_summary', {})
  await use('add_note', { id, text: TYPED })
  await use('change_status', { id, status: 'in_review', updatedAt })
  await use('request_documents', { id, items: [{ kind: 'statement', month: '2026-09' }] })
  await use('read_submission', { id: partner1SSN })
  await use('list_requests', { id })
  const due = { submissionId: id, text: TYPED, dueAt: '2026-12-01' }
  await use('add_task', due)
  await use('list_tasks', { submissionId: id })
  await use('list_colleagues', { id })
  const { entries } = await use('read_timeline', { id, limit: 100 })
  expect(JSON.stringify(entries)).toContain('Wrote a note')
  // The timeline and the list of documents name files.
  const { documents } = await use('list_documents', { id })
  expect(documents).toMatchObject([{ originalFilename: `${FILE} [redacted].pdf` }])
  answers = answers.replaceAll(FILE, '')

  expect(answers).toContain('[redacted]')
  expect(search(Buffer.from(answers))).toEqual([])
  for (const shown of ['***', '[signature]', '/documents/', '/pdf/', '#', partner1SSN.slice(-4)])
    expect(answers).not.toContain(shown)
})
