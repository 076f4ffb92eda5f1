import { randomBytes, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { call, signIn, type Answer } from '../support/factories.ts'
import { TEST_ADMIN } from '../support/server.ts'
import { upload } from '../support/uploads.ts'

/** One application on its way: a statement, then the answers. */
type Applicant = { token: string; file: Buffer; clientFileId: string; uploaded: boolean; submitted: boolean }
type Refused = {
  step: 'session' | 'upload' | 'submit'
  status: number
  code: unknown
  retryAfter: string | null
}

export type Load = {
  /** Everybody who got a session. */
  applicants: Applicant[]
  refusals: Refused[]
  accepted(): number
  /** Waits until it is true. @throws when an applicant was told nothing at all */
  until(isTrue: () => boolean): Promise<void>
  /** Lets nobody begin any more, and waits for the rest. */
  stop(): Promise<void>
}

const PAUSE_MS = 20

/** Applicants who send a statement and an application each, a few at once, and go on whatever they are answered. */
export function startLoad(url: string, atOnce = 4): Load {
  const applicants: Applicant[] = []
  const refusals: Refused[] = []
  let stopping = false

  const took = (step: Refused['step'], { status, body, headers }: Answer): boolean => {
    if (status === 200) return true
    refusals.push({ step, status, code: body.code, retryAfter: headers.get('retry-after') })
    return false
  }
  const apply = async (): Promise<void> => {
    while (!stopping) {
      const opened = await call(url, 'GET', '/form/initialize-session/demo')
      if (took('session', opened)) {
        const { formSubmissionId: token } = opened.body.data as { formSubmissionId: string }
        const own = { token, file: statement(), clientFileId: randomUUID() }
        const applicant = { ...own, uploaded: false, submitted: false }
        applicants.push(applicant)
        applicant.uploaded = took('upload', await sendFile(url, applicant))
        applicant.submitted = took('submit', await sendAnswers(url, applicant))
      } else await delay(PAUSE_MS)
    }
  }
  const all = Promise.all(Array.from({ length: atOnce }, apply))
  let failure: unknown = null
  all.catch((error: unknown) => (failure = error))
  return {
    applicants,
    refusals,
    accepted: () => applicants.filter(({ submitted }) => submitted).length,
    async until(isTrue) {
      while (!isTrue()) {
        if (failure !== null) throw failure
        await delay(PAUSE_MS)
      }
    },
    async stop() {
      stopping = true
      await all
    },
  }
}

/**
 * Everybody tries again under the session they have: then each application is there once, with the very file that was
 * sent, and no half file is left.
 */
export async function expectNothingLost(
  url: string,
  dataDir: string,
  { applicants, refusals }: Load,
): Promise<void> {
  // Whoever was refused was told so, and when to come again.
  for (const { status, code, retryAfter } of refusals)
    expect([status, code, retryAfter]).toEqual([503, 'unavailable', '5'])

  const token = await signIn(url, TEST_ADMIN.email)
  const before = await submissions(url, token)
  const accepted = applicants.filter(({ submitted }) => submitted)
  expect(accepted.map(idOf).filter((id) => !before.includes(id))).toEqual([])

  for (const applicant of applicants) {
    // One whose upload was refused and whose application was taken all the same has no file.
    const sent = await sendFile(url, applicant)
    if (applicant.submitted && !applicant.uploaded && sent.status === 409) continue
    expect([sent.status, sent.body]).toEqual([200, expect.objectContaining({ status: 'success' })])
    expect(await sendAnswers(url, applicant)).toMatchObject({ status: 200 })
    const kept = await fetch(`${url}${String(sent.body.url)}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(Buffer.from(await kept.arrayBuffer()).equals(applicant.file)).toBe(true)
  }
  expect((await submissions(url, token)).toSorted()).toEqual(applicants.map(idOf).toSorted())
  const files = await readdir(path.join(dataDir, 'files/documents'))
  expect(files.filter((name) => name.startsWith('.'))).toEqual([])
}

/** The ids of all submissions, doubles included. */
export async function submissions(url: string, token: string): Promise<string[]> {
  const { body } = await call(url, 'GET', '/form/submissions', { token })
  return (body.data as { id: string }[]).map(({ id }) => id)
}

const idOf = ({ token }: Applicant): string => token.split('.')[0] ?? ''

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
