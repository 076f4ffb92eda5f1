import { expect, it, vi } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { secondSignerCalls, SIGNED } from '../applicant/second-signer.fixture.ts'
import { call, signIn } from '../test/support/factories.ts'
import { mailsTo } from '../test/support/mails.ts'
import { startTestServer, TEST_ADMIN } from '../test/support/server.ts'

const { url, services } = await startTestServer({ role: 'all' })
const token = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
const { sign, view } = secondSignerCalls(url)
const {
  signing: { consent, signer2: act },
} = SIGNED
const first = { signing: { consent, signer1: act }, name: 'José Peña' }
const POLL = { timeout: 120_000, interval: 200 }
const UNSIGNED = { signer1Signature: '', signer2Name: '', signer2Date: '', signer2Signature: '' }

const create = async () => {
  const body = { slug: 'demo', answers: { ...fullApplication(), ...UNSIGNED } }
  return ((await call(url, 'POST', '/form/submissions', { token, body })).body.data as { id: string }).id
}
const ask = async (id: string, body: object) => {
  const { status, body: answer } = await call(url, 'POST', `/form/submissions/${id}/signature-requests`, {
    token,
    body,
  })
  const { url: link = '', mailed } = (answer.data ?? {}) as { url?: string; mailed?: boolean }
  return { status, mailed, link: link.split('/sign#')[1] ?? '' }
}
/** As lists and cards mark it. */
const isMarked = async (id: string) => {
  const filter = encodeURIComponent(JSON.stringify({ id }))
  const rows = (await call(url, 'GET', `/form/submissions?filter=${filter}`, { token })).body.data
  const columns = (await call(url, 'GET', '/form/board', { token })).body.data as {
    cards: { id: string }[]
  }[]
  const card = columns.flatMap(({ cards }) => cards).find((each) => each.id === id)
  const [{ lacksSignature }] = rows as [{ lacksSignature: boolean }]
  expect(card).toMatchObject({ lacksSignature })
  return lacksSignature
}
const read = async (id: string) => (await call(url, 'GET', `/form/submissions/${id}`, { token })).body.data

it('lets the first signer sign later, on the page of the second one', async () => {
  const id = await create()
  const { link, mailed } = await ask(id, { signer: 1 })
  expect(mailed).toBe(false)
  expect((await view(link)).body.data).toMatchObject({ signer: 1, name: 'José Peña', signedAt: null })
  expect((await sign(link)).status).toBe(400)
  expect(await read(id)).toMatchObject({ signed: false })
  expect(await isMarked(id)).toBe(true)
  expect((await sign((await ask(id, { signer: 2 })).link)).status).toBe(200)
  expect(await isMarked(id)).toBe(true)
  expect((await sign(link, first)).status).toBe(200)
  expect(await isMarked(id)).toBe(false)
  expect(await read(id)).toMatchObject({
    signed: true,
    additions: [
      { kind: 'signature', signer: 2 },
      { kind: 'signature', signer: 1, name: 'José Peña', signing: { signers: [{ signer: 1 }] } },
    ],
  })
  expect((await sign(link, first)).status).toBe(404)
  expect((await ask(id, { signer: 1 })).status).toBe(409)
})

it('says which signers there are', async () => {
  const path = `/form/submissions/${await create()}/signature-requests`
  const { status, body } = await call(url, 'POST', path, { token, body: { signer: 3 } })
  expect([status, body.error]).toEqual([400, 'signer must be one of: 1, 2.'])
})

it('keeps the signers apart: each has a link, and asking again ends the one before', async () => {
  const id = await create()
  const second = await ask(id, { signer: 2 })
  const before = await ask(id, { signer: 1 })
  const now = await ask(id, { signer: 1 })
  expect((await sign(before.link, first)).status).toBe(404)
  expect((await sign(second.link)).status).toBe(200)
  expect(await read(id)).toMatchObject({ signed: false })
  expect((await sign(now.link, first)).status).toBe(200)
  expect(await read(id)).toMatchObject({ signed: true, additions: [{ signer: 2 }, { signer: 1 }] })
})

it('mails the link where an address is given, and prints what the program told', async () => {
  const id = await create()
  const to = 'owner@golden-crust.example'
  expect(await ask(id, { signer: 1, email: to })).toMatchObject({ mailed: true, status: 200 })
  await vi.waitUntil(async () => (await mailsTo(services, to)).some((mail) => mail.includes('/sign#')), POLL)
  await vi.waitUntil(async () => ((await read(id)) as { pdfState: string }).pdfState !== 'pending', POLL)
  expect(await read(id)).toMatchObject({ pdfState: 'ready' })
})
