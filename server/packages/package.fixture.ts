import { ROLE_PRESETS, type Permission } from '#domain/permissions'
import type { Config } from '../config.ts'
import type { Prisma } from '../generated/client.ts'
import { packageCode, packageMail } from '../jobs/package-mail.job.ts'
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
import { mailsTo } from '../test/support/mails.ts'
import { pagedPdf } from '../test/support/sample-pdfs.ts'
import { startTestServer } from '../test/support/server.ts'
import { upload } from '../test/support/uploads.ts'
import type { OpenPackage, PackageRecord } from './package.schema.ts'

export const EMAIL = 'owner@bakery.example.com'
export const PHONE = '2125550199'

type Payload = { id: string; package: string; at: string }

/** What staff and funders do with packages over REST. Jobs run when a test asks for them. */
export async function startPackageTests(overrides: Partial<Config> = {}) {
  const { url, services, adminUrl, log } = await startTestServer({ seedDemo: false, ...overrides })
  const { write: system } = services.db.system('test')
  let funders = 0

  const waiting = (like: string) =>
    system(
      (client) => client.$queryRaw<{ key: string; payload: Payload }[]>`
        SELECT key, payload FROM graphile_worker._private_jobs WHERE key LIKE ${like} ORDER BY id`,
    )
  async function runJobs(): Promise<void> {
    for (const { key, payload } of await waiting('package-mail:%')) {
      await (key.includes(':code:') ? packageCode : packageMail)(services, payload)
      await system((client) => client.$executeRaw`SELECT graphile_worker.remove_job(${key})`)
    }
  }

  async function makeFunder(companyId: string, changes: Partial<Prisma.FunderUncheckedCreateInput> = {}) {
    funders += 1
    const data = {
      companyId,
      name: `Funder ${funders}`,
      emails: [`desk${funders}@funder.example.com`],
      ...changes,
    }
    return system((client) => client.funder.create({ data }))
  }

  /** An application with two documents to a company of its own, which knows one funder. */
  async function apply(changes: Record<string, string> = {}) {
    const company = await makeCompany(services)
    const { slug } = await makeLink(services, company.id)
    const boss = await makeCompanyAdmin(services, company.id)
    const token = await signIn(url, boss.email)
    const session = await openFormSession(url, slug)
    const documents: string[] = []
    for (const name of ['october.pdf', 'november.pdf']) {
      const sent = await upload(url, {
        name,
        content: await pagedPdf(),
        headers: { 'x-form-session': session },
      })
      documents.push((sent.body.data as { id: string }).id)
    }
    const values = { email: EMAIL, businessPhone: PHONE, ...changes }
    const { body } = await submitApplication(url, session, values, slug)
    const id = body.data?.id ?? ''
    const funder = await makeFunder(company.id)
    const path = `/form/submissions/${id}/packages`
    const send = async (sent: object = {}, by = token) => {
      const answer = await call(url, 'POST', path, { token: by, body: { funderIds: [funder.id], ...sent } })
      return {
        ...(answer.body as { code?: string; error?: string; ids?: string[] }),
        status: answer.status,
        data: (answer.body.data ?? []) as PackageRecord[],
      }
    }
    const list = async (by = token) =>
      (await call(url, 'GET', path, { token: by })).body.data as PackageRecord[]
    const act = async (what: 'withdraw' | 'resend', own: string, by = token) =>
      call(url, 'POST', `/package/${what}/${own}`, { token: by, body: {} })
    const desk = () => system((client) => client.submissionDesk.findUniqueOrThrow({ where: { id } }))
    const timeline = () =>
      system((client) =>
        client.auditEntry.findMany({
          where: { objectId: id, act: { startsWith: 'package-' } },
          orderBy: { id: 'asc' },
          select: { act: true, detail: true, ip: true, actorName: true },
        }),
      )
    /** Sends, mails, and returns the token of the funder's link. */
    const sent = async (more: object = {}) => {
      const { data } = await send({ documentIds: documents, withCashFlow: true, ...more })
      await runJobs()
      const [made] = data
      if (!made) throw new Error('nothing was sent')
      return { ...made, token: await linkToken(funder.emails[0] ?? '') }
    }
    return { id, slug, company, boss, token, documents, funder, send, list, act, desk, timeline, sent }
  }

  async function linkToken(address: string): Promise<string> {
    const mail = (await mailsTo(services, address)).findLast((each) => each.includes('/package#'))
    return /\/package#([\w.=-]+)/.exec(mail ?? '')?.[1]?.replaceAll('=3D', '=') ?? ''
  }
  const mailedCode = async (address: string) =>
    /\b(\d{6}) is your code/.exec((await mailsTo(services, address)).at(-1) ?? '')?.[1] ?? ''

  async function member(companyId: string, permissions: Permission[], scope: 'company' | 'own' = 'company') {
    const role = await makeRole(services, { companyId, userType: 'user', permissions })
    await system((client) => client.role.update({ where: { id: role.id }, data: { scope } }))
    const user = await makeUser(services, { companyId, roleId: role.id })
    return signIn(url, user.email)
  }

  const open = async (body: { token: string; code?: string }, cookie = '') => {
    const answer = await call(url, 'POST', '/package/open', { body, headers: { cookie } })
    const cookies = answer.headers.getSetCookie()
    const { code, error } = answer.body as { code?: string; error?: string }
    return { status: answer.status, code, error, cookies, data: answer.body.data as OpenPackage }
  }
  /** Opens with the mailed code. @returns the browser's cookie */
  async function enter(token: string, address: string): Promise<string> {
    await open({ token })
    await runJobs()
    const { cookies, status, error } = await open({ token, code: await mailedCode(address) })
    if (status !== 200) throw new Error(error)
    return cookies[0]?.split(';')[0] ?? ''
  }
  const file = async (body: { token: string; documentId: string; download?: boolean }, cookie = '') => {
    const answer = await fetch(`${url}/api/package/document`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
    const content = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, headers: answer.headers, content }
  }
  const answer = (body: object, cookie = '') =>
    call(url, 'POST', '/package/answer', { body, headers: { cookie } })
  const admin = [...ROLE_PRESETS.companyAdmin.permissions]
  return {
    url,
    services,
    adminUrl,
    log,
    system,
    waiting,
    runJobs,
    makeFunder,
    apply,
    linkToken,
    mailedCode,
    member,
    open,
    enter,
    file,
    answer,
    admin,
  }
}
