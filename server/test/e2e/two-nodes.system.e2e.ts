import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { receiptMessages } from '#domain/messages/receipt'
import { findFreePort } from '../../platform/database/postgres-server.ts'
import { startReceiver } from '../../events/webhooks/webhook.fixture.ts'
import { wholeText } from '../../submissions/pdf/read-pdf.fixture.ts'
import { launchBrowser } from '../support/browser.ts'
import { emptyDatabase } from '../support/database.ts'
import { call, signIn } from '../support/factories.ts'
import { startNginx } from '../support/nginx.ts'
import { prepareNodes, type Node } from '../support/nodes.ts'
import { startPgbouncer } from '../support/pgbouncer.ts'
import { samplePdf } from '../support/sample-files.ts'
import { TEST_ADMIN } from '../support/server.ts'
import { overlay, session, submit } from './form-draft.fixture.ts'
import { field, fillIn, saved, signByMouse, visitAnew } from './form-visit.ts'
import { fillLogin } from './panel-visit.ts'

/** The main job, through nginx in front of two nodes, of which one is killed again and again, and pgbouncer behind them. */

const publicPort = await findFreePort()
const { url: directUrl } = await emptyDatabase()
const url = await startPgbouncer(directUrl, 8)
const { nodes } = await prepareNodes({ publicPort, database: { url, directUrl } })
const [first, second] = nodes as [Node, Node]
const receiver = await startReceiver()
const folder = await mkdtemp(path.join(tmpdir(), 'intake-two-nodes-'))
afterAll(async () => {
  await browser?.close()
  await rm(folder, { recursive: true, force: true })
})

const holder = (request: RegExp): Node | undefined =>
  nodes.find(({ bucket }) => bucket.held.some(({ name }) => request.test(name)))
/** Takes the node away with all that it was doing, and lets the store serve again. */
async function killHolder(request: RegExp): Promise<Node> {
  await expect.poll(() => holder(request), { timeout: 20_000 }).toBeDefined()
  const node = holder(request) ?? first
  await node.kill()
  for (const { bucket } of nodes) {
    bucket.outage = null
    for (const { drop } of bucket.held.splice(0)) drop()
  }
  return node
}
const silenceStore = () => nodes.forEach(({ bucket }) => (bucket.outage = 'silence'))

const nginx = await startNginx(
  nodes.map(({ port }) => port),
  publicPort,
)
let browser: Browser
let token = ''
let applicant: Page
const statements: Buffer[] = []
const failures = (page: Page) => page.locator('.failure').innerText()

beforeAll(async () => {
  // Both find an empty database.
  ;[browser] = await Promise.all([launchBrowser(), ...nodes.map((node) => node.start())])
  token = await signIn(nginx.url, TEST_ADMIN.email)
  const { body } = await call(nginx.url, 'GET', '/company/get', { token })
  const [company] = body.data as { id: string }[]
  const hook = { url: receiver.url, events: ['submission.created', 'pdf.ready'], companyId: company?.id }
  expect(await call(nginx.url, 'POST', '/webhook/create', { token, body: hook })).toMatchObject({
    status: 200,
  })
  for (const name of ['one', 'two']) {
    const content = await samplePdf(1)
    statements.push(content)
    await writeFile(path.join(folder, `${name}.pdf`), content)
  }
}, 120_000)

it('stores a statement although the node that received it is killed', async () => {
  applicant = await visitAnew(browser, nginx.url)
  await fillIn(applicant)
  await signByMouse(applicant, applicant.locator('#field-signer1Signature'))
  silenceStore()
  await applicant
    .locator('input[type="file"]')
    .setInputFiles(['one', 'two'].map((name) => path.join(folder, `${name}.pdf`)))
  const killed = await killHolder(/^PUT .*documents/)
  const uploaded = () => applicant.getByText('Uploaded', { exact: true }).count()
  await expect.poll(uploaded, { timeout: 30_000 }).toBe(2)
  expect(await nginx.errors()).toContain('prematurely closed')
  await killed.comeBack()
}, 180_000)

it('keeps the draft when a node is killed after it, and takes the application without it', async () => {
  await field(applicant, 'city').fill('Springfield')
  await field(applicant, 'legalName').focus()
  await saved(applicant)
  await first.kill()
  const page = await applicant.context().newPage()
  await page.goto(`${nginx.url}/form/demo`)
  await expect.poll(() => field(page, 'city').inputValue()).toBe('Springfield')
  await page.close()

  silenceStore()
  const before = await session(applicant)
  await submit(applicant)
  await overlay(applicant).waitFor()
  expect(await failures(applicant)).toBe('')
  expect(await session(applicant)).not.toBe(before)
  await first.comeBack()
}, 180_000)

it('makes the PDF although the node that was making it is killed', async () => {
  const killed = await killHolder(/pdfs|logos/)
  await expect.poll(async () => (await submissions())[0]?.pdfPath, { timeout: 30_000 }).toBeTruthy()
  await applicant.getByRole('heading', { name: receiptMessages.en.title }).waitFor()
  await killed.comeBack()
}, 180_000)

it('lets staff work while one node is killed after the other', async () => {
  const context = await browser.newContext({ acceptDownloads: true })
  const page = await context.newPage()
  await page.goto(nginx.url)
  await fillLogin(page, TEST_ADMIN.email, TEST_ADMIN.password)
  await page.waitForURL('**/admin/forms*')
  await page.getByText('Displayed: 1–1 of 1').waitFor()
  await second.kill()
  await page.goto(`${nginx.url}/admin/forms/board`)
  await page.getByRole('button', { name: /^Status: New/ }).click()
  await page.getByRole('menuitem', { name: 'In review' }).click()
  await page.getByRole('button', { name: /^Status: In review/ }).waitFor()
  await page.goBack()
  await second.comeBack()
  await first.kill()
  const download = async (click: Promise<void>) => {
    const [got] = await Promise.all([page.waitForEvent('download'), click])
    return readFile(await got.path())
  }
  const pdf = await download(page.getByRole('row').getByText('Download', { exact: true }).click())
  expect(await wholeText(pdf)).toContain('Springfield')
  await page.getByRole('button', { name: /^Documents of/ }).click()
  const row = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'one.pdf' })
  expect((await download(row.getByText('Download').click())).equals(statements[0] ?? Buffer.of())).toBe(true)
  expect(await page.getByRole('alert').count()).toBe(0)
  await first.comeBack()
}, 180_000)

it('has delivered each event to the webhook, in order, and stored one application with two files', async () => {
  const events = () => receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)
  await expect.poll(events, { timeout: 30_000 }).toEqual(['submission.created', 'pdf.ready'])
  expect(await submissions()).toHaveLength(1)
  for (const { url } of nodes)
    expect((await call(url, 'GET', '/health/ready')).body.data).toEqual({ ready: true })
}, 120_000)

async function submissions() {
  const { body } = await call(nginx.url, 'GET', '/form/submissions', { token })
  return body.data as { id: string; pdfPath: string | null; documentCount: number }[]
}
