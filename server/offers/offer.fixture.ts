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
import { startTestServer } from '../test/support/server.ts'
import type { Funding } from './funding.schema.ts'
import type { Offer } from './offer.schema.ts'

export const TERMS = {
  kind: 'offer',
  amount: 50_000,
  factor: 1.32,
  paymentCount: 120,
  frequency: 'daily',
  fees: 995,
  startsAt: '2026-11-02',
  conditions: 'Landlord letter before funding',
  commissionPercent: 8,
} as const

export async function startOfferTests() {
  const { url, services, adminUrl } = await startTestServer({ seedDemo: false })
  const { write: system } = services.db.system('test')
  let count = 0

  async function tenant() {
    const company = await makeCompany(services)
    const boss = await makeCompanyAdmin(services, company.id)
    const token = await signIn(url, boss.email)
    const link = await makeLink(services, company.id)
    const funder = (name = `Funder ${count++}`) =>
      system((db) => db.funder.create({ data: { companyId: company.id, name } }))
    const colleague = async (permissions: Parameters<typeof makeRole>[1]) => {
      const role = await makeRole(services, { companyId: company.id, ...permissions })
      return makeUser(services, { companyId: company.id, roleId: role.id, name: `Colleague ${count++}` })
    }
    async function application(values: Record<string, string> = {}) {
      const session = await openFormSession(url, link.slug)
      const { body } = await submitApplication(url, session, values, link.slug)
      return { id: body.data?.id ?? '', receipt: body.data?.receiptToken ?? '' }
    }
    const sent = (submissionId: string, funderId: string) =>
      system((db) =>
        db.package.create({
          data: {
            submissionId,
            companyId: company.id,
            funderId,
            copyNumber: `copy-${count++}`,
            data: Buffer.alloc(1),
            withApplication: true,
            withCashFlow: false,
            isMasked: true,
            sentBy: '',
            expiresAt: new Date(Date.now() + 86_400_000),
          },
        }),
      )
    return { company, boss, token, link, funder, colleague, application, sent }
  }

  async function send<Data>(token: string, method: string, path: string, body?: object) {
    const answer = await call(url, method, path, { token, ...(body && { body }) })
    const { error, code, fields } = answer.body
    return { status: answer.status, error, code, fields, data: answer.body.data as Data }
  }
  const offers = async (token: string, id: string) =>
    (await send<Offer[]>(token, 'GET', `/form/submissions/${id}/offers`)).data
  const add = (token: string, id: string, body: object) =>
    send<Offer>(token, 'POST', `/form/submissions/${id}/offers`, body)
  const choose = (token: string, id: string) => send<Offer>(token, 'POST', `/offer/choose/${id}`, {})
  const fund = (token: string, id: string, body: object) =>
    send<Funding>(token, 'POST', `/form/submissions/${id}/fund`, body)
  const view = (token: string, id: string) =>
    send<Record<string, unknown>>(token, 'POST', `/form/submissions/${id}/views`, {})
  const desk = (id: string) => system((db) => db.submissionDesk.findUniqueOrThrow({ where: { id } }))
  const stand = (id: string, status: 'with_funder' | 'in_review' | 'approved' | 'funded') =>
    system((db) => db.submissionDesk.update({ where: { id }, data: { status, statusKey: status } }))
  const acts = async (objectId: string) =>
    (await system((db) => db.auditEntry.findMany({ where: { objectId }, orderBy: { id: 'asc' } }))).map(
      ({ act }) => act,
    )
  return { url, services, adminUrl, system, tenant, send, offers, add, choose, fund, view, desk, stand, acts }
}
