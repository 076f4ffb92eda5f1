import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { INPUTS } from '#domain/catalogue/index'
import { isRecord, parseJson, textEntries } from '#domain/json'
import { projectRoot } from '../../project-root.ts'
import { call } from '../support/factories.ts'
import { codeOf } from '../support/one-time-code.ts'
import { SMALL_PDF, smallPng, upload } from '../support/uploads.ts'
import { record, type Expected } from './expected.ts'
import { ask, askList, askOne, digestOf, forEach, sha256 } from './rest.ts'

type Row = z.infer<typeof record>

const PASSWORD = 'Kestrel-meadow-47'

/** Legacy names, as the oldest panels wrote them. */
const LEGACY_SETTINGS = JSON.stringify({
  businessInfo: { natureBusiness: false, cellPhoneNumber: true },
  questions: { bankruptcy: false },
})

const REQUIRED = [...INPUTS.values()]
  .filter(({ name, required }) => required || name === 'signer1Name' || name === 'signer1Date')
  .map(({ name }) => name)

/** The people and companies of a small house, two of whom sign in with two steps. */
export async function seedHouse(
  url: string,
  admin: Expected['admin'],
): Promise<Pick<Expected, 'users' | 'records' | 'logos'>> {
  const token = await signInAs(url, admin)
  const users: Expected['users'] = [{ ...admin, otpSecret: null }]
  for (const [index, name] of ['Harbor Capital', 'Sierra Advance'].entries()) {
    const person = { email: `owner-${index}@example.com`, password: PASSWORD }
    const { company } = await askOne(url, 'POST', '/admin/create-company', {
      token,
      body: {
        company: { nameIn: name, nameOut: `${name} LLC` },
        user: { name: `Owner ${index}`, ...person },
        role: { name: 'Company Admin', userType: 'company', permissions: OWNER_PERMISSIONS },
      },
    })
    const companyId = isRecord(company) ? String(company.id) : ''
    users.push({ ...person, otpSecret: null })
    users.push(...(await seedPeople(url, { ...person, companyId, index })))
    const disclaimer = `Offers of ${name} are no commitment.`
    await ask(url, 'PUT', `/company/update/${companyId}`, {
      token,
      body: {
        id: companyId,
        disclaimer,
        authorizationText: `AUTHORIZATION\n{companyName} may check what I wrote.`,
        ...(index === 0 && { appEditorSettings: LEGACY_SETTINGS }),
      },
    })
    const logoData = `data:image/png;base64,${(await logo(index)).toString('base64')}`
    for (const logoType of ['logo', 'pdf-logo'])
      await ask(url, 'POST', `/company/upload-logo/${companyId}`, {
        token,
        body: { id: companyId, logoData, logoType },
      })
  }
  const records = {
    companies: await rows(url, token, '/company/get', ['id', 'nameIn', 'nameOut', 'disclaimer', 'authorizationText', 'logoUrl', 'pdfLogoUrl', 'appEditorSettings']),
    roles: await rows(url, token, '/role/get', ['id', 'name', 'userType', 'permissions', 'isStatic', 'companyId']),
    teams: await rows(url, token, '/team/get', ['id', 'name', 'leader', 'members', 'companyId']),
    users: await rows(url, token, '/user/get', ['id', 'name', 'email', 'isAdmin', 'active', 'slug']),
    links: await rows(url, token, `/generated-link/get?filter=${encodeURIComponent('{"closed":true}')}`, ['id', 'slug', 'closedAt']),
  } // prettier-ignore
  const paths = records.companies.flatMap(({ logoUrl, pdfLogoUrl }) => [String(logoUrl), String(pdfLogoUrl)])
  const logos = []
  for (const path of paths.filter((path) => path !== '')) {
    logos.push({ path, digest: await digestOf(url, path, token) })
  }
  return { users, records, logos }
}

const OWNER_PERMISSIONS = [
  'page:users',
  'page:companies',
  'page:roles',
  'page:teams',
  'page:forms',
  'page:links',
  'page:main',
  ...['user', 'role', 'team', 'company'].flatMap((entity) =>
    ['create', 'read', 'update', 'delete'].map((verb) => `${entity}:${verb}`),
  ),
]

async function seedPeople(
  url: string,
  owner: { email: string; password: string; companyId: string; index: number },
): Promise<Expected['users']> {
  const token = await signInAs(url, owner)
  const { companyId, index } = owner
  const role = await askOne(url, 'POST', '/role/create', {
    token,
    body: { name: `Underwriter ${index}`, permissions: ['page:main', 'page:forms', 'page:teams'] },
  })
  const people = []
  const members = []
  for (const number of [0, 1]) {
    const person = { email: `person-${index}-${number}@example.com`, password: PASSWORD }
    const made = await askOne(url, 'POST', '/user/create', {
      token,
      body: { ...person, name: `Person ${number}`, role: role.id, slug: `person-${index}-${number}` },
    })
    members.push(made.id)
    const otpSecret = number === 0 ? await switchOtpOn(url, person) : null
    people.push({ ...person, otpSecret })
    const link = await askOne(url, 'POST', '/generated-link/create', {
      token,
      body: { companyId, userEmail: person.email },
    })
    if (number === 1) await ask(url, 'DELETE', `/generated-link/delete/${link.id}`, { token })
  }
  await ask(url, 'POST', '/team/create', {
    token,
    body: { name: `Team ${index}`, leader: members[0], members },
  })
  await ask(url, 'POST', '/auth/forgot-password', { body: { email: owner.email } })
  return people
}

/** @returns the secret, in base32 */
async function switchOtpOn(url: string, person: { email: string; password: string }): Promise<string> {
  const token = await signInAs(url, person)
  const body = { currentPassword: person.password }
  const { secret } = await askOne(url, 'POST', '/user/me/otp', { token, body })
  await ask(url, 'PUT', '/user/me/otp', { token, body: { code: codeOf(String(secret)) } })
  return String(secret)
}

export async function signInAs(
  url: string,
  { email, password, otpSecret = null }: { email: string; password: string; otpSecret?: string | null },
): Promise<string> {
  const { body } = await call(url, 'POST', '/auth/login', { body: { email, password } })
  if (otpSecret === null) return tokenIn(body.data, email)
  const verification = { ticket: body.ticket, code: codeOf(otpSecret) }
  return tokenIn(await ask(url, 'POST', '/auth/verify', { body: verification }), email)
}

function tokenIn(data: unknown, email: string): string {
  if (!isRecord(data) || typeof data.token !== 'string') throw new Error(`${email} cannot sign in`)
  return data.token
}

async function rows(url: string, token: string, path: string, keys: string[]): Promise<Row[]> {
  const found = await askList(url, path, token)
  return z
    .array(record)
    .parse(found.map((row) => Object.fromEntries(keys.map((key) => [key, row[key] ?? null]))))
}

const logo = async (index: number): Promise<Buffer> =>
  index === 0 ? smallPng() : readFile(path.join(projectRoot, 'prisma', 'demo-logo.png'))

/** Applications in progress, each with a file. */
export async function seedDrafts(url: string, slugs: string[], count: number): Promise<Expected['drafts']> {
  const drafts: Expected['drafts'] = []
  for (let number = 0; number < count; number += 1) {
    const { formSubmissionId } = await askOne(
      url,
      'GET',
      `/form/initialize-session/${slugs[number % slugs.length]}`,
    )
    const token = String(formSubmissionId)
    const values = { legalName: `Draft ${number} LLC`, city: 'Albany' }
    await ask(url, 'PUT', '/form/session/draft', {
      body: { formSubmissionId: token, values: { ...values, partner1SSN: ssn(5000 + number) }, revision: 1 },
    })
    const { body } = await upload(url, { headers: { 'x-form-session': token } })
    if (!isRecord(body.data)) throw new Error(`An upload was answered with ${JSON.stringify(body)}`)
    drafts.push({ token, values, files: [String(body.data.id)] })
  }
  return drafts
}

const digits = (number: number, length: number) => String(number).padStart(length, '0')
const ssn = (number: number) =>
  `${210 + (number % 400)}-${11 + (number % 80)}-${digits(1000 + (number % 9000), 4)}`

/**
 * Submits applications numbered from `from` to `to`: every 50th with every answer and drawn signatures, every 40th with
 * a file.
 */
export async function seedSubmissions(
  url: string,
  token: string,
  slugs: string[],
  from: number,
  to: number,
): Promise<Expected['submissions']> {
  const signature = `data:image/png;base64,${(await smallPng()).toString('base64')}`
  const submissions: Expected['submissions'] = []
  const numbers = Array.from({ length: to - from }, (_, index) => from + index)
  await forEach(numbers, async (number) => {
    const slug = slugs[number % slugs.length] ?? ''
    const whole = fullApplication({
      legalName: `Bakery ${number} Ltd`,
      taxId: `12-${digits(number, 7)}`,
      partner1SSN: ssn(number),
      signer1Signature: signature,
    })
    const isWhole = number % 50 === 0
    const answers = Object.entries(whole).filter(([name]) => isWhole || REQUIRED.includes(name))
    const { formSubmissionId } = await askOne(url, 'GET', `/form/initialize-session/${slug}`)
    const documents = []
    if (number % 40 === 0) {
      const content = Buffer.concat([SMALL_PDF, Buffer.from(`% ${number}\n`)])
      const { body } = await upload(url, { content, headers: { 'x-form-session': String(formSubmissionId) } })
      if (!isRecord(body.data)) throw new Error(`An upload was answered with ${JSON.stringify(body)}`)
      documents.push({ id: String(body.data.id), digest: sha256(content) })
    }
    const { id } = await askOne(url, 'POST', '/form/submit', {
      body: { ...Object.fromEntries(answers), formSubmissionId, generatedLinkSlug: slug },
    })
    const { createdAt, values } = await readRecord(url, token, id)
    submissions.push({ id, createdAt, slug, values, documents, pdf: null })
  })
  return submissions
}

/** A note, a request, a status, and a webhook, a key and a shared view of two people. */
export async function seedDesk(
  url: string,
  admin: Expected['admin'],
  owner: Expected['admin'],
  submission: string,
): Promise<Pick<Expected, 'apiKey' | 'desk'>> {
  const views = []
  const webhooks = []
  let apiKey = ''
  for (const person of [admin, owner]) {
    const token = await signInAs(url, person)
    const post = (path: string, body: object) => askOne(url, 'POST', path, { token, body })
    const events = ['submission.created', 'pdf.ready']
    webhooks.push(
      (await post('/webhook/create', { url: 'https://93.184.216.34/hook', events, active: false })).id,
    )
    const name = `View of ${person.email}`
    await post('/form/views', { name, shared: true, filter: { status: 'new' } })
    // A company's shared views are for its own people.
    if (person === admin) views.push(name)
    const { key } = await post('/api-key/create', {
      name: 'Key',
      permissions: ['page:forms'],
      expiresInDays: 365,
    })
    apiKey = String(key)
  }
  const token = await signInAs(url, admin)
  const path = `/form/submissions/${submission}`
  const { updatedAt } = await askOne(url, 'GET', path, { token })
  await ask(url, 'PUT', `${path}/status`, { token, body: { status: 'in_review', updatedAt } })
  await ask(url, 'POST', `${path}/notes`, { token, body: { text: 'Call back about the lease' } })
  const items = [{ kind: 'document', type: 'other', label: 'The lease' }]
  await ask(url, 'POST', `${path}/requests`, { token, body: { items, message: 'Please send the lease' } })
  // The request has changed it.
  const status = 'documents_needed'
  return { apiKey, desk: { submission, status, notes: 1, requests: 1, views, webhooks } }
}

/** A submission with nothing masked. */
export async function readRecord(url: string, token: string, id: string) {
  const { createdAt, formData, generatedLink } = await askOne(url, 'GET', `/form/submissions/${id}`, {
    token,
  })
  const values = textEntries(parseJson(String(formData)))
  const slug = isRecord(generatedLink) ? String(generatedLink.slug) : ''
  return { createdAt: String(createdAt), slug, values }
}
