import { fullApplication } from '#domain/catalogue/application.fixture'
import { CONSENT_VERSION } from '#domain/signing'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { upload } from '../support/uploads.ts'
import { NAMES_OWN, open, type Cell, type Outcome, type Row } from './matrix-cells.ts'

/**
 * The public form and the pages: who is signed in counts for nothing. What is one company's here is whose link or form
 * session it is, and holding its slug or token is what gives it.
 */

/** Both companies' links are there for everybody. */
const ANY: Outcome = [200, 200, 404]
/** A token that nobody was given is like one that has run out. */
const ANY_TOKEN: Outcome = [200, 200, 400]

/** A form session of the company that is asked about; a forged token where nobody's is. */
async function token({ which, asked, world, unique }: Cell): Promise<string> {
  const real = await openFormSession(world.url, asked.slug)
  const [, proof = ''] = real.split('.')
  return which === 'missing' ? `${unique}.${proof}` : real
}
const readId = (form: string) => form.split('.')[0] ?? ''
const watchSubmission = (form: string) => ({ table: 'FormSubmission', column: 'id', value: readId(form) })
const watchSession = (form: string) => ({ table: 'FormSession', column: 'id', value: readId(form) })

/** A session and a file under it. */
async function attached({ world }: Cell, slug: string): Promise<{ form: string; file: string }> {
  const form = await openFormSession(world.url, slug)
  const { body } = await upload(world.url, { headers: { 'x-form-session': form } })
  // A company whose rows are broken takes no file.
  return { form, file: (body.data as { id: string } | undefined)?.id ?? readId(form) }
}

/** A session, and the file that the cell asks for: one under it, under another company's link, or none. */
async function askedFile(cell: Cell): Promise<{ form: string; file: string }> {
  const { form, file } = await attached(cell, cell.own.slug)
  const foreign = cell.which === 'foreign' ? (await attached(cell, cell.asked.slug)).file : ''
  return { form, file: { own: file, foreign, missing: cell.unique }[cell.which] }
}

/** A token that opens nothing. */
const ANY_LINK: Outcome = [200, 200, 404]

/** The receipt of a new application to the company that is asked about; a forged one where nobody's is. */
async function receipt({ which, asked, world, unique }: Cell): Promise<string> {
  const { body } = await submitApplication(world.url, undefined, {}, asked.slug)
  const real = body.data?.receiptToken ?? ''
  return which === 'missing' ? `${unique}.${real.split('.')[1] ?? ''}` : real
}

/** A receipt, and a file: of its application, of one to another company, or none. */
async function addedFile(cell: Cell): Promise<{ token: string; file: string }> {
  const add = async (slug: string) => {
    const { body } = await submitApplication(cell.world.url, undefined, {}, slug)
    const token = body.data?.receiptToken ?? ''
    const sent = await upload(cell.world.url, { fields: { token }, path: '/application/documents' })
    return { token, file: (sent.body.data as { id: string }).id }
  }
  const { token, file } = await add(cell.own.slug)
  const foreign = cell.which === 'foreign' ? (await add(cell.asked.slug)).file : ''
  return { token, file: { own: file, foreign, missing: cell.unique }[cell.which] }
}

const slugged: Row['send'] = async ({ id }) => ({ params: { slug: await id('slug') } })
const page = [open(200)]
const pageOfSlug = [open(200, ({ world }) => ({ params: { slug: world.a.slug } }))]

export const PUBLIC: Record<string, readonly Row[]> = {
  'GET /api/generated-link/get/slug/:slug': [open(ANY, slugged)],
  'GET /api/form/schema/:slug': [open(ANY, slugged)],
  'GET /api/form/initialize-session/:slug': [open(ANY, slugged)],
  'POST /api/form/session/state': [
    open(ANY_TOKEN, async (cell) => ({ body: { formSubmissionId: await token(cell) } })),
  ],
  'PUT /api/form/session/draft': [
    open(ANY_TOKEN, async (cell) => {
      const form = await token(cell)
      const body = { formSubmissionId: form, values: { city: 'Austin' }, revision: 1 }
      return { body, watch: watchSession(form) }
    }),
  ],
  'DELETE /api/form/session/draft': [
    open(ANY_TOKEN, async (cell) => {
      const form = await token(cell)
      return { headers: { 'x-form-session': form }, watch: watchSession(form) }
    }),
  ],
  'POST /api/form/session/move': [
    open(ANY_TOKEN, async (cell) => ({ body: { formSubmissionId: await token(cell) } })),
  ],
  'POST /api/form/session/take': [open(404, ({ unique }) => ({ body: { token: unique } }))],
  'POST /api/application/signature/view': [open(404, ({ unique }) => ({ body: { token: unique } }))],
  'POST /api/application/signature': [
    open(404, ({ unique }) => {
      const at = new Date().toISOString()
      const consent = { version: CONSENT_VERSION, language: 'en', at }
      const signer2 = { startedAt: at, endedAt: at, way: 'drawn' }
      const given = { name: 'Robin', date: '2026-11-20', signature: fullApplication().signer1Signature }
      return { body: { token: unique, ...given, signing: { consent, signer2 } } }
    }),
  ],
  'POST /api/application/request/answer': [
    open(404, ({ unique }) => ({ body: { token: unique, answers: [{ item: 0, text: 'x' }] } })),
  ],
  'POST /api/application/offer': [open(404, ({ unique }) => ({ body: { token: unique, offerId: unique } }))],
  'POST /api/package/open': [open(404, ({ unique }) => ({ body: { token: unique } }))],
  'POST /api/package/document': [
    open(404, ({ unique }) => ({ body: { token: unique, documentId: 'application' } })),
  ],
  'POST /api/package/answer': [
    open(404, ({ unique }) => ({ body: { token: unique, kind: 'decline', reason: 'No' } })),
  ],
  'POST /api/application/signer': [open(404, ({ unique }) => ({ body: { token: unique } }))],
  'POST /api/form/submit': [
    open(ANY_TOKEN, async (cell) => {
      const form = await token(cell)
      return { body: { ...fullApplication(), formSubmissionId: form }, watch: watchSubmission(form) }
    }),
    open(ANY, async ({ id }) => ({ body: { ...fullApplication(), generatedLinkSlug: await id('slug') } })),
    // A company that disagrees with the link's.
    open(NAMES_OWN, async (cell) => {
      const form = await openFormSession(cell.world.url, cell.own.slug)
      const companyId = await cell.id('company')
      return {
        body: { ...fullApplication(), formSubmissionId: form, companyId },
        watch: watchSubmission(form),
      }
    }),
  ],
  'POST /api/documents/upload-public': [
    open(ANY_TOKEN, async (cell) => {
      const form = await token(cell)
      const watch = { table: 'Document', column: 'formSessionId', value: readId(form) }
      return { upload: {}, headers: { 'x-form-session': form }, watch }
    }),
    // Without a form session it is a company's own file, which takes somebody who is signed in.
    {
      ...open(400, async ({ id, unique }) => {
        const companyId = await id('company')
        const watch = { table: 'Document', column: 'companyId', value: companyId }
        return { upload: { companyId, name: `${unique}.pdf` }, watch }
      }),
      outcomes: {
        anonymous: 400,
        user: NAMES_OWN,
        companyA: NAMES_OWN,
        companyB: NAMES_OWN,
        custom: NAMES_OWN,
        admin: [200, 200, 404],
        revoked: 401,
      },
    },
  ],
  'DELETE /api/documents/upload-public/:id': [
    open([200, 404, 404], async (cell) => {
      const { form, file } = await askedFile(cell)
      const watch = { table: 'Document', column: 'id', value: file }
      return { params: { id: file }, headers: { 'x-form-session': form }, watch }
    }),
  ],
  'PUT /api/documents/upload-public/:id/statement-month': [
    open([200, 404, 404], async (cell) => {
      const { form, file } = await askedFile(cell)
      const watch = { table: 'Document', column: 'id', value: file }
      return {
        params: { id: file },
        body: { statementMonth: '2026-10' },
        headers: { 'x-form-session': form },
        watch,
      }
    }),
  ],
  'GET /api/documents/upload-public/:id/statement': [
    open([200, 404, 404], async (cell) => {
      const { form, file } = await askedFile(cell)
      return {
        params: { id: file },
        headers: { 'x-form-session': form },
      }
    }),
  ],
  'PUT /api/documents/upload-public/:id/password': [
    open(
      [200, 404, 404],
      async (cell) => {
        const { form, file } = await askedFile(cell)
        const watch = { table: 'Document', column: 'id', value: file }
        return {
          params: { id: file },
          body: { password: 'Tulip-4471' },
          headers: { 'x-form-session': form },
          watch,
        }
      },
      { changesLittle: true },
    ),
  ],
  'POST /api/application/state': [open(ANY_LINK, async (cell) => ({ body: { token: await receipt(cell) } }))],
  'POST /api/application/copy': [open(ANY_LINK, async (cell) => ({ body: { token: await receipt(cell) } }))],
  'POST /api/application/end': [
    open(ANY_LINK, async (cell) => {
      const token = await receipt(cell)
      const watch = { table: 'ApplicantLink', column: 'formSessionId', value: readId(token) }
      return { body: { token }, watch }
    }),
  ],
  'POST /api/application/documents': [
    open(ANY_LINK, async (cell) => {
      const token = await receipt(cell)
      const watch = { table: 'Document', column: 'formSessionId', value: readId(token) }
      return { upload: { token }, watch }
    }),
  ],
  'POST /api/application/documents/:id/statement': [
    open([200, 404, 404], async (cell) => {
      const { token, file } = await addedFile(cell)
      return { params: { id: file }, body: { token, setsMonth: false } }
    }),
  ],
  'PUT /api/application/documents/:id/password': [
    open(
      [200, 404, 404],
      async (cell) => {
        const { token, file } = await addedFile(cell)
        const watch = { table: 'Document', column: 'id', value: file }
        return { params: { id: file }, body: { token, setsMonth: true, password: 'Tulip-4471' }, watch }
      },
      { changesLittle: true },
    ),
  ],
  'GET /api/logos/:file': [open(ANY, async ({ id }) => ({ params: { file: await id('logo') } }))],

  'POST /api/verify/digest': [open(200, () => ({ body: { digest: 'a'.repeat(64) } }))],
  'GET /verify': page,
  'GET /verify.html': page,
  'GET /api/health/live': page,
  'GET /api/health/ready': page,
  'GET /api/health/version': page,
  'GET /api/openapi.json': page,
  'GET /api/docs': page,
  'GET /api/docs/init.js': page,
  'GET /api/docs/docs.css': page,
  'GET /api/docs/guide': page,
  'GET /api/docs/guide/:page': [open(200, () => ({ params: { page: 'errors' } }))],
  'GET /api/docs/files/*': [open(200, () => ({ params: { '*': 'swagger-ui.css' } }))],

  // What was built, or one and the same word that it was not: nothing in it depends on who asks.
  'GET /': page,
  'GET /admin': page,
  'GET /admin/*': [open(200, () => ({ params: { '*': 'users' } }))],
  'GET /unauthorized': page,
  'GET /forgot-password': page,
  'GET /reset-password': page,
  // Refused for want of a client; who is signed in counts for nothing.
  'GET /oauth/authorize': [open(400)],
  'GET /oauth/authorize/:id': [open(400, () => ({ params: { id: 'none' } }))],
  'POST /oauth/token': [open(400)],
  'POST /oauth/revoke': [open(400)],
  'POST /oauth/register': [open(400)],
  'OPTIONS /oauth/*': [open(204, () => ({ params: { '*': 'token' } }))],
  'OPTIONS /.well-known/*': [open(204, () => ({ params: { '*': 'oauth-authorization-server' } }))],
  'GET /.well-known/oauth-authorization-server': page,
  'GET /.well-known/oauth-protected-resource': page,
  'GET /.well-known/oauth-protected-resource/api/v1': page,
  'GET /.well-known/oauth-protected-resource/api/v1/mcp': page,
  'GET /unsubscribe': page,
  'POST /unsubscribe': page,
  'GET /form': page,
  'GET /form/:slug': pageOfSlug,
  'GET /application': page,
  'GET /sign': page,
  'GET /package': page,
  'GET /embed': page,
  'GET /embed/:slug': pageOfSlug,
  'GET /embed.js': page,
  'GET /embed-demo': page,
  'GET /assets/*': [open(404, () => ({ params: { '*': 'none.js' } }))],
}

/** The same procedures over tRPC, which have a test of their own. */
export const TRPC_ROUTES = [
  'GET /api/trpc/:path',
  'POST /api/trpc/:path',
  'POST /api/trpc/auth.login',
  'POST /api/trpc/auth.verify',
  'POST /api/trpc/auth.forgotPassword',
  'POST /api/trpc/auth.resetPassword',
  'POST /api/trpc/company.uploadLogo',
  'POST /api/trpc/import.companies',
  'POST /api/trpc/import.funders',
  'POST /api/trpc/import.users',
  'POST /api/trpc/import.links',
  'POST /api/trpc/form.submit',
  'POST /api/trpc/form.saveDraft',
  'POST /api/trpc/form.createSubmission',
  'POST /api/trpc/form.updateSubmission',
  'POST /api/trpc/application.answer',
  'POST /api/trpc/application.sign',
]
