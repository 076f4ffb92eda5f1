import { openDesks } from '../support/desks.ts'
import { createHash, randomUUID } from 'node:crypto'
import type { Permission } from '#domain/permissions'
import { keyPermissions } from '#domain/api-key'
import type { User } from '../../generated/client.ts'
import { applicationPdf } from '../../jobs/application-pdf.job.ts'
import { newSecret, sealSecrets } from '../../events/webhooks/webhook-secret.ts'
import { registerSubmission } from '../../registrations/register.service.ts'
import type { Services } from '../../services.ts'
import { sampleReading, storeReading } from '../../statements/statement.fixture.ts'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import {
  call,
  makeApiKey,
  makeCompany,
  makeCompanyAdmin,
  makeLink,
  makeRole,
  makeUser,
} from '../support/factories.ts'
import { smallPng, upload } from '../support/uploads.ts'

/** Who calls. `custom` holds the permissions of one entity only, teams; matrix-table.ts describes the others. */
export const CALLERS = ['anonymous', 'user', 'companyA', 'companyB', 'custom', 'admin', 'revoked'] as const
export type Caller = (typeof CALLERS)[number]

export const FRESH_KINDS = [
  'role',
  'user',
  'team',
  'funder',
  'link',
  'email',
  'desk',
  'view',
  'apiKey',
  'webhook',
  'delivery',
  'job',
  'task',
  'offer',
] as const
export type FreshKind = (typeof FRESH_KINDS)[number]

/** One entity's strings, and those that open nobody's records. */
const TEAM_STRINGS: Permission[] = [
  'team:create',
  'team:read',
  'team:update',
  'team:delete',
  'page:teams',
  'page:main',
  'page:links',
  'page:attachments',
]

/** A company and one record of each kind, which nobody changes. */
export type Tenant = Record<
  | 'company' | 'role' | 'user' | 'email' | 'team' | 'funder' | 'link' | 'slug' | 'submission' | 'desk' | 'view' | 'apiKey' | 'webhook' | 'delivery' | 'job' | 'task' | 'offer' | 'legalName' | 'document'
  | 'ownDocument' | 'logo' | 'auditEntry',
  string
> // prettier-ignore

export type MatrixWorld = {
  url: string
  services: Services
  a: Tenant
  b: Tenant
  /** null: nobody is signed in */
  callers: Record<Caller, { user: User; token: string } | null>
  logo: string
}

const client = { ip: '127.0.0.1', userAgent: 'test' }
/** Signing in by password would only measure the hashing of passwords. */
const startSession = ({ sessions }: Services, user: User) => sessions.start(user.id, client)

export async function makeWorld(url: string, services: Services): Promise<MatrixWorld> {
  const png = await smallPng()
  const logo = `data:image/png;base64,${png.toString('base64')}`
  const house = await services.db
    .system('test')
    .write((db) => db.role.findFirstOrThrow({ where: { name: 'User' } }))
  const admin = await makeUser(services, { isAdmin: true })
  const adminToken = await startSession(services, admin)
  const a = await makeTenant(url, services, { name: 'Alpha', adminToken, logo, houseRole: house.id })
  const b = await makeTenant(url, services, { name: 'Beta', adminToken, logo, houseRole: house.id })
  const custom = await makeRole(services, { companyId: a.company, permissions: TEAM_STRINGS })
  const [bossA, bossB] = [
    await makeCompanyAdmin(services, a.company),
    await makeCompanyAdmin(services, b.company),
  ]
  const signedIn = async (user: User) => ({ user, token: await startSession(services, user) })
  const revoked = await signedIn(bossA)
  await services.sessions.end(createHash('sha256').update(revoked.token).digest('hex'))
  const callers = {
    anonymous: null,
    user: await signedIn(await makeUser(services, { companyId: a.company, roleId: house.id })),
    companyA: await signedIn(bossA),
    companyB: await signedIn(bossB),
    custom: await signedIn(await makeUser(services, { companyId: a.company, roleId: custom.id })),
    admin: { user: admin, token: adminToken },
    revoked,
  }
  return { url, services, a, b, callers, logo }
}

/** The same callers, each by an API key with all permissions that theirs can have. */
export async function toKeyWorld(world: MatrixWorld): Promise<MatrixWorld> {
  const { services, callers } = world
  const keyed = async (caller: Caller) => {
    const known = callers[caller]
    if (known === null) return null
    const { token } = (caller === 'revoked' ? callers.companyA : known) ?? known
    const actor = await services.sessions.findActor(token)
    const key = await makeApiKey(services, known.user.id, actor ? keyPermissions(actor) : [], {
      companyId: known.user.companyId,
      revokedAt: caller === 'revoked' ? new Date() : null,
    })
    return [caller, { ...known, token: key }] as const
  }
  const keys = (await Promise.all(CALLERS.map(keyed))).filter((each) => each !== null)
  return { ...world, callers: { ...callers, ...Object.fromEntries(keys) } }
}

type Making = { name: string; adminToken: string; logo: string; houseRole: string }

/** A further world whose company B is a new one; the other callers and company A are the same. */
export async function withAnotherB(world: MatrixWorld, name: string): Promise<MatrixWorld> {
  const { url, services, callers, logo } = world
  const { user } = callers.user ?? {}
  const adminToken = callers.admin?.token ?? ''
  const b = await makeTenant(url, services, { name, adminToken, logo, houseRole: user?.roleId ?? '' })
  const boss = await makeCompanyAdmin(services, b.company)
  const companyB = { user: boss, token: await startSession(services, boss) }
  return { ...world, b, callers: { ...callers, companyB } }
}

async function makeTenant(
  url: string,
  services: Services,
  { name, adminToken: token, logo, houseRole }: Making,
): Promise<Tenant> {
  const { id: company } = await makeCompany(services, { nameOut: name })
  const role = await makeRole(services, { companyId: company, permissions: ['page:forms'] })
  const user = await makeUser(services, { companyId: company, roleId: houseRole })
  const team = await freshRecord(services, company, 'team')
  const link = await makeLink(services, company, { userId: user.id })
  const session = await openFormSession(url, link.slug)
  const document = readId((await upload(url, { headers: { 'x-form-session': session } })).body)
  const legalName = `${name} Bakery`
  const { body } = await submitApplication(url, session, { legalName }, link.slug)
  const submission = body.data?.id ?? ''
  await applicationPdf(services, { id: submission })
  await registerSubmission(services, { id: submission })
  await storeReading(services, submission, document, sampleReading(legalName))
  const authorization = `Bearer ${token}`
  const own = await upload(url, { fields: { companyId: company }, headers: { authorization } })
  const shown = await call(url, 'POST', `/company/upload-logo/${company}`, {
    token,
    body: { logoData: logo, logoType: 'logo' },
  })
  // Something in the log that staff may read.
  await call(url, 'POST', `/form/submissions/${submission}/views`, { token })
  await call(url, 'POST', `/form/submissions/${submission}/notes`, { token, body: { text: legalName } })
  const log = await call(
    url,
    'GET',
    `/audit/get?${new URLSearchParams({ filter: JSON.stringify({ submission }) })}`,
    {
      token,
    },
  )
  const [entry] = log.body.data as { id: string }[]
  return {
    auditEntry: entry?.id ?? '',
    company,
    role: role.id,
    user: user.id,
    email: user.email,
    team,
    funder: await freshRecord(services, company, 'funder'),
    link: link.id,
    slug: link.slug,
    submission,
    desk: submission,
    view: submission,
    apiKey: await freshRecord(services, company, 'apiKey'),
    webhook: await freshRecord(services, company, 'webhook'),
    delivery: await freshRecord(services, company, 'delivery'),
    job: await freshRecord(services, company, 'job'),
    task: await freshRecord(services, company, 'task'),
    offer: await freshRecord(services, company, 'offer'),
    legalName,
    document,
    ownDocument: readId(own.body),
    logo: String((shown.body.data as { logoPath?: string }).logoPath).replace('/api/logos/', ''),
  }
}

const readId = (body: Record<string, unknown>): string => (body.data as { id: string }).id

/** `updatedAt` of a fresh desk. */
export const DESK_READ_AT = new Date('2026-11-01T00:00:00Z')

/** A record that nothing else refers to; of `email` its address. */
export async function freshRecord(services: Services, companyId: string, kind: FreshKind): Promise<string> {
  switch (kind) {
    case 'role':
      return (await makeRole(services, { companyId, permissions: ['page:forms'] })).id
    case 'user':
      return (await makeUser(services, { companyId })).id
    case 'email':
      return (await makeUser(services, { companyId })).email
    case 'link':
      return (await makeLink(services, companyId)).id
    case 'team':
      return services.db.system('test').write(async (db) => {
        const { id } = await db.team.create({ data: { name: `Team ${randomUUID()}`, companyId } })
        return id
      })
    case 'funder': {
      const asked = { emails: ['desk@funder.example.com'], criteria: { naturesExcluded: ['Farm'] } }
      const data = { name: `Funder ${randomUUID()}`, companyId, ...asked }
      return services.db.system('test').write(async (db) => (await db.funder.create({ data })).id)
    }
    case 'apiKey': {
      const { id: createdById } = await makeUser(services, { companyId })
      const creator = { createdById, createdByName: '' }
      const key = { companyId, ...creator, name: 'CRM', start: '', hash: randomUUID(), permissions: [] }
      return services.db.system('test').write(async (db) => (await db.apiKey.create({ data: key })).id)
    }
    case 'view': {
      const { id: ownerId } = await makeUser(services, { companyId })
      const view = { companyId, ownerId, name: 'Shared', shared: true, query: {} }
      return services.db.system('test').write(async (db) => (await db.savedView.create({ data: view })).id)
    }
    case 'webhook': {
      const id = randomUUID()
      const secret = sealSecrets(services.keys, id, [newSecret()])
      const data = { id, url: 'https://127.0.0.1/', events: [], secret, companyId }
      await services.db.system('test').write((db) => db.webhook.create({ data }))
      return id
    }
    case 'job': {
      const { id: userId } = await makeUser(services, { companyId })
      const job = { companyId, userId, act: { action: 'assign', teamId: null }, total: 1 }
      return services.db.system('test').write(async (db) => (await db.bulkJob.create({ data: job })).id)
    }
    case 'task': {
      const { id: ownerId, name: ownerName } = await makeUser(services, { companyId })
      return services.db.system('test').write(async (db) => {
        const { id: submissionId } = await db.submissionDesk.findFirstOrThrow({
          where: { companyId, legalName: { not: '' } },
          orderBy: { createdAt: 'asc' },
        })
        const task = { submissionId, companyId, text: new Uint8Array([1]), ownerId, ownerName }
        return (await db.task.create({ data: { ...task, dueAt: new Date() } })).id
      })
    }
    case 'offer': {
      const submissionId = await freshRecord(services, companyId, 'desk')
      const funderId = await freshRecord(services, companyId, 'funder')
      const terms = { amount: 50_000, factor: 1.32, paymentCount: 120, frequency: 'daily' } as const
      return services.db.system('test').write(async (db) => {
        await db.submissionDesk.update({
          where: { id: submissionId },
          data: { status: 'with_funder', statusKey: 'with_funder' },
        })
        const place = { submissionId, companyId, funderId }
        return (await db.offer.create({ data: { ...place, ...terms, startsAt: '2026-11-02' } })).id
      })
    }
    case 'delivery': {
      const webhookId = await freshRecord(services, companyId, 'webhook')
      return services.db.system('test').write(async (db) => {
        const event = { companyId, type: 'pdf.ready', submissionId: randomUUID() }
        const { id: eventId } = await db.event.create({ data: event })
        const data = { webhookId, eventId, companyId, submissionId: event.submissionId, position: 1 }
        return (await db.webhookDelivery.create({ data })).id
      })
    }
    case 'desk': {
      const { id: linkId } = await makeLink(services, companyId)
      return services.db.system('test').write(async (db) => {
        const id = randomUUID()
        const session = {
          id,
          linkId,
          companyId,
          wrappedKey: new Uint8Array([1]),
          expiresAt: new Date(),
          submittedAt: DESK_READ_AT,
        }
        await db.formSession.create({ data: session })
        const sealed = { formData: new Uint8Array([1]), valuesDigest: new Uint8Array([1]) }
        await db.formSubmission.create({
          data: { id, companyId, linkId, createdAt: DESK_READ_AT, ...sealed },
        })
        await openDesks(db)
        return id
      })
    }
  }
}

/** A login session of the user, by the name that the account's calls have for it, and as it stands in the database. */
export async function freshSession(services: Services, user: User): Promise<{ name: string; hash: string }> {
  const hash = createHash('sha256')
    .update(await startSession(services, user))
    .digest('hex')
  return { name: services.keys.mac('session-name', hash).toString('base64url'), hash }
}

/** Somebody who may do the same as the caller, with a session of the same kind. */
export async function createTwin({ services, callers }: MatrixWorld, caller: Caller) {
  const known = callers[caller]
  if (known === null) return null
  const { roleId, companyId, isAdmin } = known.user
  const user = await makeUser(services, { roleId, companyId, isAdmin })
  const token = await startSession(services, user)
  if (caller === 'revoked') await services.sessions.endAll(user.id)
  return { user, token }
}
