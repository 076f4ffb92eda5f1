import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { isRecord } from '#domain/json'
import { saveDraft } from '../../support/drafts.ts'
import { call, type Answer } from '../../support/factories.ts'
import { upload } from '../../support/uploads.ts'

export type Crowd = {
  submitted(): number
  calls(): number
  /** the longest call in milliseconds */
  slowest(): number
  errors: string[]
  stop(): Promise<void>
}

type Options = { count: number; thinkMs: number; polls?: number }

/** Applicants who draft, upload, submit and look at the status page, again and again; each keeps to one node. */
export function startApplicants(urls: readonly string[], { count, thinkMs, polls = 3 }: Options): Crowd {
  const errors: string[] = []
  let stopping = false
  let [submitted, calls, slowest] = [0, 0, 0]

  const think = () => (thinkMs > 0 ? delay(thinkMs * (0.5 + Math.random())) : Promise.resolve())
  const ask = async (step: string, request: Promise<Answer>): Promise<Record<string, unknown>> => {
    const began = performance.now()
    const { status, body } = await request
    calls += 1
    slowest = Math.max(slowest, performance.now() - began)
    if (status !== 200) throw new Error(`${step}: ${status} ${String(body.code)}`)
    await think()
    return isRecord(body.data) ? body.data : {}
  }
  const apply = async (url: string): Promise<void> => {
    const opened = await ask('session', call(url, 'GET', '/form/initialize-session/demo'))
    const session = String(opened.formSubmissionId)
    await ask('draft', saveDraft(url, session, { legalName: 'Endurance LLC' }))
    const fields = { formSubmissionId: session, clientFileId: randomUUID() }
    await ask('upload', upload(url, { content: statement(), fields }))
    await ask('draft', saveDraft(url, session, { city: 'Springfield' }))
    const body = { ...fullApplication(), generatedLinkSlug: 'demo', formSubmissionId: session }
    const { receiptToken } = await ask('submit', call(url, 'POST', '/form/submit', { body }))
    submitted += 1
    for (let poll = 0; poll < polls; poll += 1)
      await ask('poll', call(url, 'POST', '/application/state', { body: { token: receiptToken } }))
  }
  const live = async (index: number): Promise<void> => {
    const url = urls[index % urls.length] ?? ''
    // They do not come all at once.
    await delay(thinkMs * 2 * Math.random())
    while (!stopping) await apply(url).catch((error: unknown) => void errors.push(String(error)))
  }
  const all = Promise.all(Array.from({ length: count }, (_, index) => live(index)))
  return {
    submitted: () => submitted,
    calls: () => calls,
    slowest: () => slowest,
    errors,
    async stop() {
      stopping = true
      await all
    },
  }
}

const statement = (): Buffer =>
  Buffer.from(
    `%PDF-1.4\n%${randomBytes(50_000).toString('hex')}\n1 0 obj<<>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  )
