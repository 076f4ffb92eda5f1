import { fullApplication } from '#domain/catalogue/application.fixture'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { call } from '../support/factories.ts'
import {
  ALL,
  byId,
  changing,
  guarded,
  NAMES_ALL,
  NAMES_OWN,
  OWN,
  type Cell,
  type Row,
} from './matrix-cells.ts'
import { DESK_READ_AT } from './matrix-world.ts'

/** Companies, links, applications, documents and the log: who gets what. */

const COMPANIES = { user: 403, company: OWN, custom: 403, admin: ALL }
/** Every signed-in user, within their own company. */
const LINKS = { user: OWN, company: OWN, custom: OWN, admin: ALL }
/** page:forms, which somebody who looks after teams alone does not have. */
const FORMS = { user: OWN, company: OWN, custom: 403, admin: ALL }
/** package:send as well. */
const PACKAGES = { user: 403, company: OWN, custom: 403, admin: ALL }
let years = 0

/** For calls about no record. */
const ALL_FORMS = { user: 200, company: 200, custom: 403, admin: 200 }
/** A colleague's; the house does not see what a company shares. */
const SHARED_VIEW = { user: [403, 404, 404], company: OWN, custom: 403, admin: 404 } as const
/** Users of the type company, and admins. */
const INTEGRATIONS = { user: 403, company: OWN, custom: 403, admin: ALL }
const ADMINS = { user: 403, company: 403, custom: 403, admin: 200 }

const updatedAt = DESK_READ_AT.toISOString()

const logged = (value: string) => ({ watch: { table: 'AuditEntry', column: 'objectId', value } })

async function toStatement({ id }: Cell) {
  const params = { id: await id('submission'), documentId: await id('document') }
  return { params, watch: { table: 'StatementReading', column: 'documentId', value: params.documentId } }
}

const UNSIGNED = { signer1Signature: '', signer2Signature: '' }
const ofLink = (value: string) => ({ watch: { table: 'ApplicantLink', column: 'formSessionId', value } })

/** A submission of the asked company, and a request that is open for it. */
async function freshRequest({ id, asked, which, world }: Cell, isAsked = true, changes = {}) {
  if (which === 'missing') return { id: await id('submission'), request: 'none' }
  const session = await openFormSession(world.url, asked.slug)
  // A broken company takes none.
  const submitted = await submitApplication(world.url, session, changes, asked.slug)
  const submission = submitted.body.data?.id ?? asked.submission
  if (!isAsked) return { id: submission, request: '' }
  const path = `/form/submissions/${submission}/requests`
  const made = await call(world.url, 'POST', path, { token: world.callers.admin?.token, body: ASKED })
  return { id: submission, request: (made.body.data as { id?: string } | undefined)?.id ?? 'none' }
}
/** The submission of an offer, moved to a status that the call needs. */
async function offered({ id, world }: Cell, status?: 'approved') {
  const offer = await id('offer')
  return world.services.db.system('test').write(async (db) => {
    const row = await db.offer.findUnique({ where: { id: offer } })
    if (row && status)
      await db.submissionDesk.update({
        where: { id: row.submissionId },
        data: { status, statusKey: status },
      })
    return row?.submissionId ?? offer
  })
}

/** A submission that was funded. */
async function freshFunded(cell: Cell) {
  const { id } = await freshRequest(cell, false)
  await cell.world.services.db
    .system('test')
    .write((db) =>
      db.submissionDesk.updateMany({ where: { id }, data: { status: 'funded', statusKey: 'funded' } }),
    )
  return id
}
const TERMS = { amount: 50_000, factor: 1.32, paymentCount: 120, frequency: 'daily' }
const FUNDED = { amount: 50_000, fundedAt: '2026-11-02', commission: 4_000 }
/** What only administrators of a company hold. */
const DEALS = { user: 403, company: OWN, custom: 403, admin: ALL }
/** A submission of the asked company, and a package of it that was mailed. */
async function freshPackage(cell: Cell) {
  const { id } = await freshRequest(cell, false)
  cell.kinds.add('submission')
  if (cell.which === 'missing') return { id: 'none' }
  const { callers, services, url } = cell.world
  const body = { funderIds: [await cell.id('funder')] }
  const made = await call(url, 'POST', `/form/submissions/${id}/packages`, {
    token: callers.admin?.token,
    body,
  })
  const own = (made.body.data as { id: string }[] | undefined)?.[0]?.id ?? 'none'
  await services.db
    .system('test')
    .write((db) => db.package.updateMany({ where: { id: own }, data: { mailed: true } }))
  return { id: own }
}
const ASKED = { items: [{ kind: 'statement', month: '2026-10' }] }

async function toPackage(cell: Cell) {
  const params = await freshPackage(cell)
  return { params, body: {}, watch: { table: 'Package', column: 'id', value: params.id } }
}

export const BUSINESS: Record<string, readonly Row[]> = {
  'GET /api/company/get': [guarded(COMPANIES, () => ({}), { lists: ({ company }) => company })],
  'GET /api/company/get/:id': [guarded(COMPANIES, byId('company'))],
  'POST /api/import/companies': [
    guarded(ADMINS, ({ unique }) => ({
      body: { csv: `nameIn,nameOut\n${unique},${unique}\n` },
      watch: { table: 'Company', column: 'nameIn', value: unique },
    })),
  ],
  'POST /api/import/links': [
    guarded({ user: NAMES_OWN, company: NAMES_OWN, custom: NAMES_OWN, admin: NAMES_ALL }, async ({ id }) => ({
      body: { csv: `companyId\n${await id('company')}\n` },
    })),
  ],
  'POST /api/company/create': [
    guarded(ADMINS, ({ unique }) => ({
      body: { nameIn: unique, nameOut: unique },
      watch: { table: 'Company', column: 'nameIn', value: unique },
    })),
    // Nobody belongs to it yet, so only an administrator leads it.
    guarded({ user: 403, company: 403, custom: 403, admin: 400 }, async ({ id, unique }) => ({
      body: { nameIn: unique, nameOut: unique, lead: await id('user') },
      watch: { table: 'Company', column: 'nameIn', value: unique },
    })),
  ],
  'PUT /api/company/update/:id': [
    guarded(
      COMPANIES,
      changing('company', 'Company', ({ unique }) => ({ body: { disclaimer: unique } })),
    ),
    guarded({ user: 403, company: NAMES_OWN, custom: 403, admin: NAMES_OWN }, async ({ id, own }) => ({
      params: { id: own.company },
      body: { lead: await id('user') },
      watch: { table: 'Company', column: 'id', value: own.company },
    })),
  ],
  // The own one has submissions.
  'DELETE /api/company/delete/:id': [
    guarded(
      { user: 403, company: [409, 404, 404], custom: 403, admin: [409, 409, 404] },
      changing('company', 'Company'),
    ),
  ],
  'POST /api/company/upload-logo/:id': [
    guarded(
      COMPANIES,
      changing('company', 'Company', ({ world }) => ({
        body: { logoData: world.logo, logoType: 'pdf-logo' },
      })),
    ),
  ],
  // There are other companies.
  'POST /api/admin/demo-data': [guarded({ ...ADMINS, admin: 409 }, () => ({ body: {} }))],
  'POST /api/admin/create-company': [
    guarded(ADMINS, ({ unique }) => ({
      body: {
        company: { nameIn: unique, nameOut: unique },
        user: { name: 'Boss', email: `${unique}@example.com`, password: 'correct-horse-1' },
        role: { name: 'Company Admin', userType: 'company', permissions: ['page:main'] },
      },
      watch: { table: 'Company', column: 'nameIn', value: unique },
    })),
  ],

  'GET /api/generated-link/get': [guarded(LINKS, () => ({}), { lists: ({ link }) => link })],
  'GET /api/generated-link/get/:id': [guarded(LINKS, byId('link'))],
  'POST /api/generated-link/create': [
    guarded(
      { user: NAMES_OWN, company: NAMES_OWN, custom: NAMES_OWN, admin: NAMES_ALL },
      async ({ id }) => {
        const companyId = await id('company')
        // Whoever has one already gets that.
        return {
          body: { companyId },
          watch: { table: 'GeneratedLink', column: 'companyId', value: companyId },
        }
      },
      { changesLittle: true },
    ),
    guarded(
      { user: NAMES_OWN, company: NAMES_OWN, custom: NAMES_OWN, admin: NAMES_OWN },
      async ({ id, own }) => {
        const userEmail = await id('email')
        const watch = { table: 'GeneratedLink', column: 'userEmail', value: userEmail }
        return { body: { companyId: own.company, userEmail }, watch }
      },
    ),
  ],
  'PUT /api/generated-link/update/:id': [
    guarded(
      LINKS,
      changing('link', 'GeneratedLink', ({ asked }) => ({ body: { teamId: asked.team } })),
    ),
    guarded(
      { user: NAMES_OWN, company: NAMES_OWN, custom: NAMES_OWN, admin: NAMES_OWN },
      async ({ id, fresh }) => {
        const link = await fresh('link')
        const watch = { table: 'GeneratedLink', column: 'id', value: link }
        return { params: { id: link }, body: { teamId: await id('team') }, watch }
      },
    ),
  ],
  'DELETE /api/generated-link/delete/:id': [
    guarded({ user: 403, company: OWN, custom: 403, admin: ALL }, changing('link', 'GeneratedLink')),
  ],

  // It takes keys alone; its tools are held to the rows of the calls they stand for.
  'POST /api/mcp': [
    guarded({ user: 403, company: 403, custom: 403, admin: 403 }, () => ({
      body: { jsonrpc: '2.0', id: 1, method: 'ping' },
    })),
  ],
  'GET /api/dashboard': [guarded({ user: 200, company: 200, custom: 200, admin: 200 }, () => ({}))],
  'GET /api/form/submissions': [guarded(FORMS, () => ({}), { lists: ({ submission }) => submission })],
  'GET /api/form/submissions/counts': [guarded(ALL_FORMS, () => ({}))],
  'GET /api/form/submissions/arrivals': [guarded(ALL_FORMS, () => ({}))],
  'GET /api/form/views': [guarded(ALL_FORMS, () => ({}))],
  'POST /api/form/views': [
    guarded(ALL_FORMS, ({ unique }) => ({
      body: { name: unique.slice(0, 60) },
      watch: { table: 'SavedView', column: 'name', value: unique.slice(0, 60) },
    })),
  ],
  'PUT /api/form/views/:id': [
    guarded(
      SHARED_VIEW,
      changing('view', 'SavedView', ({ unique }) => ({ body: { name: unique.slice(0, 60) } })),
    ),
  ],
  'POST /api/form/views/:id/take-over': [guarded(SHARED_VIEW, changing('view', 'SavedView'))],
  'DELETE /api/form/views/:id': [guarded(SHARED_VIEW, changing('view', 'SavedView'))],
  'POST /api/form/submissions/search': [
    guarded(FORMS, () => ({ body: { number: '12-3456789' } }), { lists: ({ submission }) => submission }),
  ],
  'GET /api/form/submissions/:id': [
    guarded(FORMS, async ({ id }) => {
      const submission = await id('submission')
      return { params: { id: submission }, ...logged(submission) }
    }),
  ],
  'POST /api/form/submissions/:id/views': [
    guarded(FORMS, async ({ id }) => {
      const submission = await id('submission')
      return { params: { id: submission }, ...logged(submission) }
    }),
  ],
  'GET /api/form/export': [guarded(FORMS, () => ({}), { lists: ({ legalName }) => legalName })],
  'GET /api/form/export/zip': [
    guarded(ALL_FORMS, async ({ id }) => ({ query: { filter: { id: [await id('submission')] } } })),
  ],
  'GET /api/form/pdf/:id': [
    guarded(FORMS, async ({ id }) => {
      const submission = await id('submission')
      return { params: { id: submission }, query: { original: 1 }, ...logged(submission) }
    }),
  ],
  'GET /api/documents/form-submission/:submissionId': [guarded(FORMS, byId('submission', 'submissionId'))],
  'GET /api/documents/company/:companyId': [guarded(FORMS, byId('company', 'companyId'))],
  'GET /api/documents/document/:id': [
    guarded(FORMS, async ({ id }) => {
      const document = await id('document')
      return { params: { id: document }, ...logged(document) }
    }),
    guarded(FORMS, async ({ id }) => {
      const document = await id('ownDocument')
      return { params: { id: document }, ...logged(document) }
    }),
  ],
  'GET /api/documents/form-submission/:submissionId/zip': [
    guarded(FORMS, async ({ id }) => {
      const submissionId = await id('submission')
      return { params: { submissionId }, ...logged(submissionId) }
    }),
  ],
  'GET /api/form/submissions/:id/statements': [
    guarded(FORMS, async ({ id }) => {
      const submission = await id('submission')
      return { params: { id: submission }, ...logged(submission) }
    }),
  ],
  'GET /api/form/submissions/:id/statements/export': [
    guarded(FORMS, async ({ id }) => {
      const submission = await id('submission')
      return { params: { id: submission }, ...logged(submission) }
    }),
  ],
  'PUT /api/form/submissions/:id/statements/:documentId/transactions': [
    guarded(FORMS, async (cell) => ({
      ...(await toStatement(cell)),
      body: { account: '1234', payee: 'NORTHGATE CAP', kind: 'other' },
    })),
  ],
  'POST /api/form/submissions/:id/statements/:documentId/read': [
    guarded(FORMS, async (cell) => ({ ...(await toStatement(cell)), body: {} }), { changesLittle: true }),
  ],
  'PUT /api/documents/:id': [
    guarded(
      FORMS,
      // Another month each time, so that every successful call changes the row.
      changing('document', 'Document', () => ({
        body: { documentType: 'bankStatements', statementMonth: `${2010 + (years++ % 89)}-05` },
      })),
    ),
    // A company's own file came with no submission.
    guarded({ user: 404, company: 404, custom: 403, admin: 404 }, async ({ id }) => ({
      params: { id: await id('ownDocument') },
      body: { documentType: 'other' },
    })),
  ],
  'POST /api/documents/form-submission/:submissionId': [
    guarded(FORMS, async ({ id, unique }) => {
      const submissionId = await id('submission')
      const watch = { table: 'Document', column: 'formSessionId', value: submissionId }
      return { params: { submissionId }, upload: { name: `${unique}.pdf` }, watch }
    }),
  ],
  'GET /api/company/retention/:id': [guarded(COMPANIES, byId('company'))],
  'PUT /api/form/submissions/:id/hold': [
    guarded(
      { user: 403, company: OWN, custom: 403, admin: ALL },
      changing('submission', 'SubmissionDesk', ({ unique }) => ({ body: { hold: true, reason: unique } })),
    ),
  ],
  'GET /api/form/board': [guarded(FORMS, () => ({}), { lists: ({ submission }) => submission })],
  'GET /api/form/submissions/:id/choices': [guarded(FORMS, byId('submission'))],
  'PUT /api/form/submissions/:id/status': [
    guarded(
      FORMS,
      changing('desk', 'SubmissionDesk', () => ({ body: { status: 'in_review', updatedAt } })),
    ),
    guarded(
      { user: [403, 404, 404], company: OWN, custom: 403, admin: ALL },
      changing('desk', 'SubmissionDesk', () => ({
        body: { status: 'declined', reason: 'credit', updatedAt },
      })),
    ),
  ],
  'PUT /api/form/submissions/:id/owner': [
    guarded(
      FORMS,
      changing('desk', 'SubmissionDesk', ({ asked }) => ({ body: { userId: asked.user, updatedAt } })),
    ),
    guarded({ user: NAMES_OWN, company: NAMES_OWN, custom: 403, admin: NAMES_OWN }, async ({ id, fresh }) => {
      const desk = await fresh('desk')
      const watch = { table: 'SubmissionDesk', column: 'id', value: desk }
      return { params: { id: desk }, body: { teamId: await id('team'), updatedAt }, watch }
    }),
  ],
  // The call accepts any ids. bulk.test.ts checks that those of other companies fail in the job.
  'POST /api/form/submissions/bulk': [
    guarded(ALL_FORMS, ({ own: { submission } }) => ({
      body: { ids: [submission], action: 'assign', teamId: null },
      watch: { table: 'BulkRow', column: 'submissionId', value: submission },
    })),
  ],
  // Its maker's alone.
  'GET /api/job/:id': [guarded({ user: 404, company: 404, custom: 404, admin: 404 }, byId('job'))],
  'PUT /api/form/submissions/:id': [
    guarded(
      FORMS,
      changing('submission', 'FormSession', ({ unique }) => ({ body: { externalId: unique } })),
    ),
  ],
  'POST /api/form/submissions': [
    guarded(PACKAGES, async ({ id, unique }) => ({
      body: { slug: await id('slug'), answers: { ...fullApplication(), ...UNSIGNED, legalName: unique } },
      watch: { table: 'SubmissionDesk', column: 'legalName', value: unique },
    })),
  ],
  'POST /api/form/submissions/:id/signature-requests': [
    guarded(FORMS, async (cell) => {
      const { id } = await freshRequest(cell, false, UNSIGNED)
      return { params: { id }, body: { signer: 1 }, ...ofLink(id) }
    }),
  ],
  'POST /api/documents/upload': [
    guarded({ user: 403, company: NAMES_OWN, custom: 403, admin: ALL }, async ({ id, unique }) => {
      const companyId = await id('company')
      const watch = { table: 'Document', column: 'companyId', value: companyId }
      return { upload: { companyId, name: `${unique}.pdf` }, watch }
    }),
  ],
  'GET /api/form/submissions/:id/requests': [guarded(FORMS, byId('submission'))],
  'POST /api/form/submissions/:id/requests': [
    guarded(FORMS, async (cell) => {
      const { id } = await freshRequest(cell, false)
      const watch = { table: 'SubmissionRequest', column: 'submissionId', value: id }
      return { params: { id }, body: ASKED, watch }
    }),
  ],
  'DELETE /api/form/submissions/:id/requests/:request': [
    guarded(FORMS, async (cell) => {
      const params = await freshRequest(cell)
      return { params, watch: { table: 'SubmissionRequest', column: 'id', value: params.request } }
    }),
  ],
  'POST /api/form/submissions/:id/requests/:request/link': [
    guarded(FORMS, async (cell) => {
      const params = await freshRequest(cell)
      return {
        params,
        body: {},
        watch: { table: 'ApplicantLink', column: 'formSessionId', value: params.id },
      }
    }),
  ],
  'GET /api/form/submissions/:id/offers': [
    guarded(FORMS, async (cell) => ({ params: { id: await offered(cell) } })),
  ],
  'POST /api/form/submissions/:id/offers': [
    guarded(DEALS, async (cell) => {
      const submission = await offered(cell)
      const watch = { table: 'Offer', column: 'submissionId', value: submission }
      return {
        params: { id: submission },
        body: { kind: 'offer', funderId: await cell.id('funder'), ...TERMS },
        watch,
      }
    }),
    guarded({ user: 403, company: NAMES_OWN, custom: 403, admin: NAMES_OWN }, async (cell) => ({
      params: {
        id: await freshRequest({ ...cell, which: 'own', asked: cell.own }, false).then(({ id }) => id),
      },
      body: { kind: 'decline', funderId: await cell.id('funder') },
    })),
  ],
  'PUT /api/offer/update/:id': [
    guarded(
      DEALS,
      changing('offer', 'Offer', () => ({ body: { shown: true } })),
    ),
  ],
  'POST /api/offer/choose/:id': [guarded(DEALS, changing('offer', 'Offer'))],
  'POST /api/form/submissions/:id/fund': [
    guarded(DEALS, async (cell) => {
      const submission = await offered(cell, 'approved')
      const watch = { table: 'Funding', column: 'submissionId', value: submission }
      return { params: { id: submission }, body: FUNDED, watch }
    }),
  ],
  'POST /api/form/submissions/:id/renew': [
    guarded(FORMS, async (cell) => {
      const submission = await freshFunded(cell)
      const watch = { table: 'FormSession', column: 'renewalOf', value: submission }
      return { params: { id: submission }, body: {}, watch }
    }),
  ],
  'GET /api/report/funders': [guarded({ user: 403, company: 200, custom: 403, admin: 200 }, () => ({}))],
  'POST /api/form/submissions/:id/end-links': [
    guarded({ user: 403, company: OWN, custom: 403, admin: ALL }, async ({ id }) => {
      const submission = await id('submission')
      return { params: { id: submission }, body: {}, ...logged(submission) }
    }),
  ],
  'POST /api/form/submissions/:id/delete': [
    guarded({ user: 403, company: OWN, custom: 403, admin: ALL }, async (cell) => {
      const { id } = await freshRequest(cell, false)
      const watch = { table: 'FormSubmission', column: 'id', value: id }
      return { params: { id }, body: { reason: 'Asked for' }, watch }
    }),
  ],
  'GET /api/form/submissions/:id/packages': [guarded(FORMS, byId('submission'))],
  'POST /api/form/submissions/:id/packages': [
    guarded(PACKAGES, async (cell) => {
      const { id } = await freshRequest(cell, false)
      const watch = { table: 'Package', column: 'submissionId', value: id }
      return { params: { id }, body: { funderIds: [await cell.id('funder')] }, watch }
    }),
    // The funder is to be one of its company.
    guarded({ user: 403, company: OWN, custom: 403, admin: OWN }, async (cell) => {
      const { id } = await freshRequest({ ...cell, asked: cell.own, which: 'own' }, false)
      cell.kinds.add('submission')
      const watch = { table: 'Package', column: 'submissionId', value: id }
      return { params: { id }, body: { funderIds: [await cell.id('funder')] }, watch }
    }),
  ],
  'POST /api/package/withdraw/:id': [guarded(PACKAGES, toPackage)],
  'POST /api/package/resend/:id': [guarded(PACKAGES, toPackage)],
  'GET /api/form/submissions/:id/notes': [guarded(FORMS, byId('submission'))],
  'POST /api/form/submissions/:id/notes': [
    guarded(FORMS, async ({ id, unique }) => {
      const submission = await id('submission')
      const watch = { table: 'SubmissionNote', column: 'submissionId', value: submission }
      return { params: { id: submission }, body: { text: unique }, watch }
    }),
  ],
  'GET /api/form/submissions/:id/timeline': [guarded(FORMS, byId('submission'))],
  'PUT /api/form/submissions/:id/presence': [
    guarded(FORMS, async ({ id }) => {
      const submission = await id('submission')
      const watch = { table: 'SubmissionPresence', column: 'submissionId', value: submission }
      return { params: { id: submission }, watch }
    }),
  ],
  'GET /api/task/get': [guarded(FORMS, () => ({}), { lists: ({ submission }) => submission })],
  'POST /api/task/create': [
    guarded(FORMS, async ({ id, unique }) => {
      const submissionId = await id('submission')
      const watch = { table: 'Task', column: 'submissionId', value: submissionId }
      return { body: { submissionId, text: unique, dueAt: '2026-12-01' }, watch }
    }),
    // The owner is to be one of its company.
    guarded(
      { user: NAMES_OWN, company: NAMES_OWN, custom: 403, admin: NAMES_OWN },
      ({ own: { submission: submissionId }, asked, kinds, unique, which }) => {
        kinds.add('submission')
        const ownerId = which === 'missing' ? unique : asked.user
        return {
          body: { submissionId, text: unique, dueAt: '2026-12-01', ownerId },
          watch: { table: 'Task', column: 'submissionId', value: submissionId },
        }
      },
    ),
  ],
  'PUT /api/task/update/:id': [
    guarded(
      FORMS,
      changing('task', 'Task', () => ({ body: { done: true } })),
    ),
  ],
  'DELETE /api/task/delete/:id': [guarded(FORMS, changing('task', 'Task'))],
  'GET /api/notice/get': [guarded(ALL_FORMS, () => ({}))],
  // The call passes over the ids of others. notices.test.ts checks that.
  'PUT /api/notice/read': [guarded(ALL_FORMS, ({ unique }) => ({ body: { ids: [unique] } }))],
  'GET /api/events': [guarded(ALL_FORMS, () => ({}))],
  'GET /api/webhook/get': [guarded(INTEGRATIONS, () => ({}), { lists: ({ webhook }) => webhook })],
  'GET /api/webhook/get/:id': [guarded(INTEGRATIONS, byId('webhook'))],
  'POST /api/webhook/create': [
    guarded({ user: 403, company: NAMES_OWN, custom: 403, admin: NAMES_ALL }, async ({ id, unique }) => {
      const body = { url: `https://8.8.8.8/${unique}`, events: ['pdf.ready'], companyId: await id('company') }
      return { body, watch: { table: 'Webhook', column: 'url', value: body.url } }
    }),
  ],
  'PUT /api/webhook/update/:id': [
    guarded(
      INTEGRATIONS,
      changing('webhook', 'Webhook', () => ({ body: { active: false } })),
    ),
  ],
  'DELETE /api/webhook/delete/:id': [guarded(INTEGRATIONS, changing('webhook', 'Webhook'))],
  'POST /api/webhook/rotate/:id': [guarded(INTEGRATIONS, changing('webhook', 'Webhook'))],
  'POST /api/webhook/take-over/:id': [guarded(INTEGRATIONS, changing('webhook', 'Webhook'))],
  'POST /api/webhook/test/:id': [
    guarded(INTEGRATIONS, async ({ id }) => {
      const webhook = await id('webhook')
      return { params: { id: webhook }, ...logged(webhook) }
    }),
  ],
  'GET /api/webhook/deliveries/:id': [guarded(INTEGRATIONS, byId('webhook'))],
  'POST /api/webhook/resend/:id': [guarded(INTEGRATIONS, changing('delivery', 'WebhookDelivery'))],
  'GET /api/registration/get': [
    guarded({ user: 403, company: OWN, custom: 403, admin: ALL }, () => ({}), {
      lists: ({ submission }) => submission,
    }),
  ],
  'GET /api/registration/:id/verify': [
    guarded({ user: 403, company: OWN, custom: 403, admin: ALL }, byId('submission')),
  ],
  'POST /api/verify': [
    guarded({ user: 200, company: 200, custom: 200, admin: 200 }, () => ({
      body: {},
      headers: { 'content-type': 'application/pdf' },
    })),
  ],
  'POST /api/package/trace': [
    guarded({ user: 403, company: 200, custom: 403, admin: 200 }, () => ({ body: { copyNumber: 'none' } })),
  ],
  'GET /api/audit/export': [guarded(ADMINS, () => ({}))],
  'GET /api/audit/people': [guarded(ADMINS, () => ({}))],
  'GET /api/audit/get/:id': [guarded(FORMS, byId('auditEntry'))],
  'GET /api/audit/get': [guarded(FORMS, () => ({}), { lists: ({ submission }) => submission })],
}
