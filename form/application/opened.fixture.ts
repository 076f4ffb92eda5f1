import { vi } from 'vitest'
import { DEFAULT_APPLICANT_SETTINGS } from '#domain/applicant-settings'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { parseSettings } from '#domain/catalogue/settings'
import { visibleForm } from '#domain/catalogue/visible-form'
import { browserStorage } from '../browser-storage.ts'
import type { Link, SessionState } from '../calls/api.ts'
import { ApiError } from '../calls/api-error.ts'
import type { FilesPart } from '../uploads/files.ts'
import { createApplication } from './application.ts'
import * as machine from './machine-part.ts'

/** Every answer but the signatures, which need a consent. */
export const unsignedApplication = (): [name: string, value: string][] =>
  Object.entries(fullApplication({ signer1Signature: '', signer2Signature: '' }))

export const AT = '2026-11-21T10:00:00.000Z'

export const link: Link = {
  id: '1',
  slug: 'demo',
  sharedDevice: false,
  company: {
    id: '1',
    nameIn: '',
    nameOut: 'Demo',
    logoUrl: '',
    pdfLogoUrl: '',
    authorizationText: '',
    disclaimer: '',
    appEditorSettings: '',
    contact: '',
    applicantSettings: DEFAULT_APPLICANT_SETTINGS,
  },
}

export const form = visibleForm(parseSettings(''))

/** What the server returns, by a part of the address; without an entry, no response arrives. */
export type Answers = Record<string, (request: RequestInit) => Response | Promise<Response>>

/** A server played by hand. */
export function playServer() {
  const sent: string[] = []
  const requests: { url: string; request: RequestInit }[] = []
  const server = { answers: {} as Answers, sent, requests }
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    sent.push(url)
    requests.push({ url, request })
    const answer = Object.entries(server.answers).find(([part]) => url.includes(part))?.[1]
    if (!answer) throw new TypeError('cut off')
    const cut = new Promise<never>((_, reject) => request.signal?.addEventListener('abort', reject))
    return Promise.race([answer(request), cut])
  })
  return server
}

export const toData = (value: unknown) => Response.json({ result: { data: { data: value } } })
export const toState = (submittedAt: string | null) =>
  toData({ submittedAt, receiptToken: null, movedAt: null, draft: null, files: [] })
export const toSession = (token: string) => toData({ formSubmissionId: token })

export type Earlier =
  { is: 'open'; held: SessionState } | { is: 'received'; at: string } | { is: 'ended' } | { is: 'nothing' }

type Options = {
  /** Is the earlier visit still being asked for? */
  late?: boolean
  token?: string
  loadPart?: () => Promise<FilesPart>
}

/** The form as it is drawn under a session, and how to let the earlier visit's answer come. */
export function openForm({ late = false, token = 'token-0', loadPart }: Options = {}) {
  const application = createApplication('demo', { machine, ...(loadPart && { loadFilesPart: loadPart }) })
  const { dispatch, state } = application
  if (token !== '') browserStorage.set('form_session_demo', token)
  const held = late && token !== '' ? token : null
  const lasts = state().lasts
  const marked = browserStorage.get('form_begun_demo') === token
  const onPage = { link, form, closed: false }
  const question = { why: 'visit', token, generation: 0 } as const
  const { fetch } = globalThis
  // What the opening asks by itself stays unanswered.
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  dispatch({ type: 'reopened', start: { slug: 'demo', onPage, token: held, marked, lasts } })
  if (late) dispatch({ type: 'timeUp', timer: 'patience' })
  else if (token !== '') dispatch({ type: 'sessionTaken', token })
  vi.stubGlobal('fetch', fetch)
  const answer = (earlier: Earlier) => {
    if (earlier.is === 'open') return dispatch({ type: 'stateTold', question, held: earlier.held })
    if (earlier.is === 'received')
      return dispatch({
        type: 'stateTold',
        question,
        held: { submittedAt: earlier.at, receiptToken: 'receipt', movedAt: null, draft: null, files: [] },
      })
    const code = earlier.is === 'ended' ? 'session_expired' : 'internal'
    dispatch({ type: 'stateFailed', question, error: new ApiError('', code) })
  }
  const settled = () => application.until(({ submit }) => submit.is === 'idle' || submit.is === 'sent')
  return {
    ...application,
    answer,
    /** Presses the button; resolves when sending has ended. */
    submit: async () => {
      dispatch({ type: 'submitPressed' })
      await settled()
    },
    stop: () => dispatch({ type: 'stopPressed' }),
    startOver: () => dispatch({ type: 'startedOver' }),
    leave: (name = 'legalName') => application.leave(name),
    hide: () => dispatch({ type: 'pageHidden' }),
  }
}

/** The form on a page that brought it along; its own calls go out. */
export function openPage() {
  const application = createApplication('demo', { machine })
  const { lasts, session } = application.state()
  const token = session.is === 'held' ? session.token : null
  const onPage = { link, form, closed: false }
  application.dispatch({ type: 'reopened', start: { slug: 'demo', onPage, token, marked: false, lasts } })
  return application
}

export function formInUse(options?: Options) {
  const opened = openForm(options)
  for (const [name, value] of unsignedApplication()) opened.change(name, value)
  return opened
}

/** An answer that comes when it is let go. */
export function held(answer: Response): { answer: () => Promise<Response>; letGo: () => void } {
  let letGo = () => {}
  const gate = new Promise<Response>((done) => (letGo = () => done(answer)))
  return { answer: () => gate, letGo: () => letGo() }
}
