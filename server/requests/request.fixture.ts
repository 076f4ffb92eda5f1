import { fullApplication } from '#domain/catalogue/application.fixture'
import { CONSENT_VERSION } from '#domain/signing'
import type { Config } from '../config.ts'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { call, makeCompany, makeCompanyAdmin, makeLink, signIn } from '../test/support/factories.ts'
import { startTestServer } from '../test/support/server.ts'
import { SMALL_PDF } from '../test/support/uploads.ts'
import type { AnswerInput, Asked, RequestRecord } from './request.schema.ts'

export const EMAIL = 'owner@bakery.example.com'
const NOW = new Date().toISOString()

export const SIGNED: NonNullable<AnswerInput['signed']> = {
  name: 'José Peña',
  date: NOW.slice(0, 10),
  signature: fullApplication().signer1Signature ?? '',
  signing: {
    consent: { version: CONSENT_VERSION, language: 'en', at: NOW },
    signer1: { startedAt: NOW, endedAt: NOW, way: 'drawn' },
  },
}

/** What staff and applicants do with requests over REST. */
export async function startRequestTests(overrides: Partial<Config> = {}) {
  const { url, services, adminUrl, log } = await startTestServer({ seedDemo: false, ...overrides })
  const { write: system } = services.db.system('test')

  async function apply(changes: Record<string, string> = {}, notifyEmails = 'desk@acme.example.com') {
    const company = await makeCompany(services, { notifyEmails })
    const { slug } = await makeLink(services, company.id)
    const boss = await makeCompanyAdmin(services, company.id)
    const token = await signIn(url, boss.email)
    const session = await openFormSession(url, slug)
    const { body } = await submitApplication(url, session, { email: EMAIL, ...changes }, slug)
    const [id, receipt] = [body.data?.id ?? '', body.data?.receiptToken ?? '']
    const path = `/form/submissions/${id}/requests`
    const staff = async <T>(method: string, rest = '', sent?: object) => {
      const answer = await call(url, method, path + rest, { token, ...(sent && { body: sent }) })
      return { status: answer.status, error: answer.body.error, data: answer.body.data as T }
    }
    const ask = (items: object[], message = '') =>
      staff<RequestRecord & { link: string | null }>('POST', '', { items, message })
    const list = async () => (await staff<RequestRecord[]>('GET')).data
    const link = async (request: string) =>
      (await staff<{ url: string }>('POST', `/${request}/link`, {})).data.url.split('#')[1] ?? ''
    /** Asks and returns the token of a link. */
    const asked = async (...items: object[]) => {
      const { data } = await ask(items)
      return { request: data.id, token: await link(data.id) }
    }
    const takeBack = (request: string) => staff<RequestRecord>('DELETE', `/${request}`)
    const desk = () => system((client) => client.submissionDesk.findUniqueOrThrow({ where: { id } }))
    const view = async (what: 'views' | '') => {
      const [method, rest] = what === '' ? ['GET', ''] : ['POST', `/${what}`]
      const answer = await call(url, method, `/form/submissions/${id}${rest}`, { token })
      return answer.body.data as { formData: string; additions: Record<string, unknown>[] }
    }
    const audited = () =>
      system((client) =>
        client.auditEntry.findMany({
          where: { objectId: id },
          orderBy: { id: 'asc' },
          select: { act: true, detail: true, actorName: true },
        }),
      )
    return { id, slug, receipt, company, boss, token, ask, list, link, asked, takeBack, desk, view, audited }
  }

  const post = (path: string, body: object) => call(url, 'POST', `/application/${path}`, { body })
  const state = async (token: string) => {
    const { status, body } = await post('state', { token })
    return {
      status,
      code: body.code,
      request: (body.data as { request?: Asked | null } | undefined)?.request,
    }
  }
  const answer = async (token: string, answers: object[], signed?: object) => {
    const { status, body } = await post('request/answer', { token, answers, ...(signed && { signed }) })
    type Answered = {
      error?: string
      code?: string
      fields?: Record<string, string>
      data?: { open: number }
    }
    return { ...(body as Answered), status }
  }
  async function upload(token: string, name = 'file.pdf'): Promise<string> {
    const form = new FormData()
    form.set('token', token)
    form.set('file', new File([new Uint8Array(SMALL_PDF)], name, { type: 'application/pdf' }))
    const sent = await fetch(`${url}/api/application/documents`, { method: 'POST', body: form })
    return ((await sent.json()) as { data: { id: string } }).data.id
  }
  const jobs = (id: string, key = 'request-mail') =>
    system(
      (client) => client.$queryRaw<{ key: string; task: string; runAt: Date; payload: object }[]>`
        SELECT job.key, task.identifier AS task, job.run_at AS "runAt", job.payload
        FROM graphile_worker._private_jobs AS job JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
        WHERE job.key LIKE ${`${key}:${id}:%`} ORDER BY job.run_at`,
    )
  return { url, services, adminUrl, log, system, apply, post, state, answer, upload, jobs }
}
