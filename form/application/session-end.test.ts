import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { formMessages } from '#domain/messages/form'
import { SIGNING } from '#domain/signing-draft'
// Its loading is not this test's matter.
import '../uploads/uploads-part.ts'
import type { Application } from './application.ts'
import { AT, openForm, playServer, toData, toSession } from './opened.fixture.ts'
import { hasUnsaved } from './state.ts'

let server: ReturnType<typeof playServer>
/** The saved answers and files of a session, and its token. */
const saved: { token: string; values: Record<string, string> }[] = []
const attached: string[] = []

beforeEach(() => {
  server = playServer()
  saved.length = attached.length = 0
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const expired = { status: 'error', error: 'Expired', code: 'session_expired' }
const draft = { values: {}, kept: ['taxId'], secondSigner: true, revision: 1, savedAt: AT }

/** A server that no longer takes token-0 from a moment on. */
function playSession() {
  let ended = false
  server.answers['session/draft'] = ({ headers, body }) => {
    const token = new Headers(headers).get('x-form-session') ?? ''
    if (ended && token === 'token-0') return Response.json(expired, { status: 400 })
    saved.push({ token, values: JSON.parse(String(body)).values })
    return Response.json({})
  }
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      status = 200
      responseText = ''
      onload?: () => void
      onloadend?: () => void
      open() {}
      getResponseHeader = () => null
      setRequestHeader(name: string, value: string) {
        if (name === 'x-form-session') attached.push(value)
      }
      send(body: FormData) {
        const statementMonth = body.get('statementMonth') || null
        const data = { id: 'a', documentType: body.get('documentType'), statementMonth }
        this.responseText = JSON.stringify({ status: 'success', data, url: '/files/a' })
        this.onload?.()
        this.onloadend?.()
      }
    },
  )
  return { end: () => (ended = true) }
}

const firstFile = ({ state }: Pick<Application, 'state'>) => state().uploads.files.items[0]

/** An application at work under token-0, saved and with a file; the first call for another token fails. */
async function atWork() {
  const { end } = playSession()
  const sessions = [() => Promise.reject(new TypeError('cut off'))]
  server.answers['form.initializeSession'] = () => (sessions.shift() ?? (() => toSession('token-1')))()
  const opened = openForm({ late: true })
  const { state, change, leave, addFiles, answer } = opened
  answer({ is: 'open', held: { submittedAt: null, receiptToken: null, movedAt: null, draft, files: [] } })
  expect(state().resumed).toBe(true)
  const { taxId: _, ...answered } = fullApplication({ signer2Signature: '' })
  const consent = { version: '2026-11-22', language: 'en', at: AT }
  for (const [name, value] of Object.entries(answered)) change(name, value)
  change(SIGNING, JSON.stringify({ consent }))
  leave()
  addFiles([new File(['%PDF-1.7'], 'may.pdf', { type: 'application/pdf' })])
  await expect.poll(() => firstFile(opened)?.state).toBe('done')
  await expect.poll(() => hasUnsaved(state())).toBe(false)
  end()
  return { ...opened, answered }
}

/** The file is sent again once there is a connection. */
async function connected(opened: Pick<Application, 'state' | 'dispatch'>) {
  await expect.poll(() => firstFile(opened)?.state).toBe('retrying')
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => firstFile(opened)?.state).toBe('done')
}

test('a session that ends leaves nothing behind that the next does not get, though that one took a second call', async () => {
  const opened = await atWork()
  const { state, change, dispatch, answered } = opened
  change('legalName', 'Café', true)
  await expect.poll(() => state().draft.is).toBe('offline')
  dispatch({ type: 'online' })
  await expect.poll(() => hasUnsaved(state())).toBe(false)
  const under = saved.filter(({ token }) => token === 'token-1').map(({ values }) => values)
  const { address, signer1Signature } = answered
  expect(Object.assign({}, ...under)).toMatchObject({ legalName: 'Café', address, signer1Signature })
  await connected(opened)
  expect(attached).toContain('token-1')
  expect(state().summary).toEqual([{ name: 'taxId', problem: 'keptLost' }])
})

test('a session that ends stops the submit that would leave a file or an answer out, and no later one', async () => {
  const opened = await atWork()
  const { state, change, submit } = opened
  server.answers['form.submit'] = ({ body }) =>
    JSON.parse(String(body)).formSubmissionId === 'token-0'
      ? Response.json({ error: { ...expired, errorCode: expired.code } }, { status: 400 })
      : toData({})
  await submit()
  expect(state()).toMatchObject({ submit: { is: 'idle' }, summary: [{ name: 'taxId' }] })
  expect(state().failure?.say(formMessages)).toBe(formMessages.restarted)
  change('taxId', '12-3456789')
  await connected(opened)
  expect(attached.at(-1)).toBe('token-1')
  await submit()
  expect(state().submit.is).toBe('sent')
  expect(server.sent.filter((url) => url.includes('form.submit'))).toHaveLength(2)
})
