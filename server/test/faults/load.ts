import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { LIMITS } from '#domain/limits'
import { call, signIn, type Answer } from '../support/factories.ts'
import { TEST_ADMIN } from '../support/server.ts'
import { upload } from '../support/uploads.ts'

/** One application on its way: a statement, then the answers. */
type Applicant = { token: string; file: Buffer; clientFileId: string; uploaded: boolean; submitted: boolean }
type Step = 'session' | 'upload' | 'submit'
/** `status` 0: the connection broke, so the applicant was told nothing. Times are those of performance.now(). */
export type Answered = { step: Step; status: number; began: number; ended: number }
type Refused = { step: Step; status: number; code: unknown; retryAfter: string | null }

export type Load = {
  /** Everybody who got a session. */
  applicants: Applicant[]
  answers: Answered[]
  refusals: Refused[]
  accepted(): number
  /** Waits until it is true. @throws when an applicant was told nothing, unless the connection may break */
  until(isTrue: () => boolean): Promise<void>
  /** Waits until so many more were accepted. */
  more(applications: number): Promise<void>
  /** Lets nobody begin any more, and waits for the rest. */
  stop(): Promise<void>
}

const PAUSE_MS = 20
const OVERTAKEN_MS = 3000

/**
 * Applicants who send a statement and an application each, a few at once, and go on whatever they are answered. While
 * one waits on a connection that died, another comes, who shows whether the server is there again.
 */
export function startLoad(url: string, { atOnce = 4, mayBreak = false, restMs = 0 } = {}): Load {
  const applicants: Applicant[] = []
  const answers: Answered[] = []
  const refusals: Refused[] = []
  const overtaking: Promise<void>[] = []
  let failure: unknown = null
  let stopping = false

  const overtake = (): void => {
    if (stopping) return
    const other = applyOnce()
    other.catch((error: unknown) => (failure = error))
    overtaking.push(other)
  }
  const ask = async (step: Step, request: () => Promise<Answer>): Promise<Answer | null> => {
    const began = performance.now()
    const late = step === 'upload' ? undefined : setTimeout(overtake, OVERTAKEN_MS)
    const answer = await request()
      .catch((error: unknown) => {
        if (mayBreak && error instanceof TypeError) return null
        throw error
      })
      .finally(() => clearTimeout(late))
    answers.push({ step, status: answer?.status ?? 0, began, ended: performance.now() })
    if (answer?.status === 200) return answer
    if (answer) {
      const { status, body, headers } = answer
      refusals.push({ step, status, code: body.code, retryAfter: headers.get('retry-after') })
    }
    await delay(PAUSE_MS)
    return null
  }
  const applyOnce = async (): Promise<void> => {
    const opened = await ask('session', () => call(url, 'GET', '/form/initialize-session/demo'))
    if (!opened) return
    const { formSubmissionId: token } = opened.body.data as { formSubmissionId: string }
    const own = { token, file: statement(), clientFileId: randomUUID() }
    const applicant = { ...own, uploaded: false, submitted: false }
    applicants.push(applicant)
    applicant.uploaded = (await ask('upload', () => sendFile(url, applicant))) !== null
    applicant.submitted = (await ask('submit', () => sendAnswers(url, applicant))) !== null
    if (applicant.submitted) await delay(restMs)
  }
  const apply = async (): Promise<void> => {
    while (!stopping) await applyOnce()
  }
  const all = Promise.all(Array.from({ length: atOnce }, apply))
  all.catch((error: unknown) => (failure = error))
  const accepted = () => applicants.filter(({ submitted }) => submitted).length
  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) {
      if (failure !== null) throw failure
      await delay(PAUSE_MS)
    }
  }
  return {
    applicants,
    answers,
    refusals,
    accepted,
    until,
    async more(applications) {
      const least = accepted() + applications
      await until(() => accepted() >= least)
    },
    async stop() {
      stopping = true
      await all
      await Promise.all(overtaking)
    },
  }
}

/** Applications counted after a fault. `lost` and `doubled` must be 0. */
export type Kept = { acknowledged: number; lost: number; doubled: number }

/**
 * Everybody tries again under the session they have: then each application is there once, with the very file that was
 * sent.
 */
export async function expectNothingLost(url: string, { applicants, refusals }: Load): Promise<Kept> {
  // Whoever was refused was told so, and when to come again.
  for (const { status, code, retryAfter } of refusals)
    expect([status, code, retryAfter]).toEqual([503, 'unavailable', '5'])

  const token = await signIn(url, TEST_ADMIN.email)
  const before = await submissions(url, token)
  const accepted = applicants.filter(({ submitted }) => submitted)
  const lost = accepted.map(idOf).filter((id) => !before.includes(id))
  expect(lost).toEqual([])

  const waiting = [...applicants]
  const again = async (): Promise<void> => {
    for (let applicant = waiting.pop(); applicant; applicant = waiting.pop())
      await tryAgain(url, token, applicant)
  }
  await Promise.all(Array.from({ length: 4 }, again))
  const after = await submissions(url, token)
  expect(after.toSorted()).toEqual(applicants.map(idOf).toSorted())
  return {
    acknowledged: accepted.length,
    lost: lost.length,
    doubled: after.length - new Set(after).size,
  }
}

async function tryAgain(url: string, token: string, applicant: Applicant): Promise<void> {
  const sent = await sendFile(url, applicant)
  // One whose upload was refused and whose application was taken all the same has no file.
  if (!applicant.uploaded && sent.status === 409) {
    expect(await sendAnswers(url, applicant)).toMatchObject({ status: 200 })
    return
  }
  expect([sent.status, sent.body]).toEqual([200, expect.objectContaining({ status: 'success' })])
  expect(await sendAnswers(url, applicant)).toMatchObject({ status: 200 })
  const kept = await fetch(`${url}${String(sent.body.url)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(Buffer.from(await kept.arrayBuffer()).equals(applicant.file)).toBe(true)
}

/** The ids of all submissions, doubles included. */
export async function submissions(url: string, token: string): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const range = JSON.stringify([ids.length, ids.length + LIMITS.listRows - 1])
    const { body } = await call(url, 'GET', `/form/submissions?range=${encodeURIComponent(range)}`, { token })
    const page = body.data as { id: string }[]
    ids.push(...page.map(({ id }) => id))
    if (page.length < LIMITS.listRows) return ids
  }
}

/** Sends an application. `before` is called with the session's id, before the answers are sent. */
export async function sendOne(url: string, before: (id: string) => Promise<unknown>): Promise<Applicant> {
  const { body } = await call(url, 'GET', '/form/initialize-session/demo')
  const { formSubmissionId: token } = body.data as { formSubmissionId: string }
  const own = { token, file: statement(), clientFileId: randomUUID(), uploaded: true, submitted: true }
  expect(await sendFile(url, own)).toMatchObject({ status: 200 })
  await before(idOf(own))
  expect(await sendAnswers(url, own)).toMatchObject({ status: 200 })
  return own
}

export const idOf = ({ token }: Applicant): string => token.split('.')[0] ?? ''

const sendFile = (url: string, { token, file, clientFileId }: Applicant): Promise<Answer> =>
  upload(url, { content: file, fields: { formSubmissionId: token, clientFileId } })

const sendAnswers = (url: string, { token }: Applicant): Promise<Answer> =>
  call(url, 'POST', '/form/submit', {
    body: { ...fullApplication(), generatedLinkSlug: 'demo', formSubmissionId: token },
  })

/** Some 100 KB that no other has, so that a swapped or a cut one is told. */
export const statement = (): Buffer =>
  Buffer.from(
    `%PDF-1.4\n%${randomBytes(50_000).toString('hex')}\n1 0 obj<<>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  )
