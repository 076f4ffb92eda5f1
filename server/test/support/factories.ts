import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { isRecord } from '#domain/json'
import { ROLE_PRESETS, type Permission, type UserType } from '#domain/permissions'
import { keyStart, newKey } from '../../auth/api-keys.ts'
import { emailKey } from '../../auth/email-key.ts'
import { hashToken } from '../../auth/tokens.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Company, GeneratedLink, Prisma, Role, User } from '../../generated/client.ts'

/** Rows for tests, complete and plausible; `changes` replaces what matters to the test. */
type With = { db: Database }

export const TEST_PASSWORD = 'correct-horse-1'
/** At the lowest cost, as hundreds of sign-ins would measure the hashing of passwords. */
const passwordHash = hash(TEST_PASSWORD, { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 })

const unique = (): string => randomBytes(4).toString('hex')

export function makeCompany(
  { db }: With,
  changes: Partial<Omit<Prisma.CompanyUncheckedCreateInput, 'id'>> = {},
): Promise<Company> {
  const name = `Company ${unique()}`
  return db
    .system('test')
    .write((client) => client.company.create({ data: { nameIn: name, nameOut: name, ...changes } }))
}

export function makeRole(
  { db }: With,
  changes: { name?: string; userType?: UserType; permissions?: Permission[]; companyId?: string | null } = {},
): Promise<Role> {
  const { userType, permissions } = ROLE_PRESETS.user
  const data = { name: `Role ${unique()}`, userType, permissions: [...permissions], ...changes }
  return db.system('test').write((client) => client.role.create({ data }))
}

/** A user whose password is `TEST_PASSWORD`. */
export async function makeUser(
  { db }: With,
  changes: Partial<Omit<Prisma.UserUncheckedCreateInput, 'id'>> = {},
): Promise<User> {
  const email = changes.email ?? `user-${unique()}@example.com`
  const data = {
    name: 'Test User',
    passwordHash: await passwordHash,
    ...changes,
    email,
    emailKey: emailKey(email),
  }
  return db.system('test').write((client) => client.user.create({ data }))
}

/** A company-type administrator of the company, with the permissions of a 'Company Admin'. */
export async function makeCompanyAdmin(services: With, companyId: string): Promise<User> {
  const { userType, permissions } = ROLE_PRESETS.companyAdmin
  const role = await makeRole(services, { userType, permissions: [...permissions], companyId })
  return makeUser(services, { companyId, roleId: role.id })
}

export function makeLink(
  { db }: With,
  companyId: string,
  changes: Partial<Omit<Prisma.GeneratedLinkUncheckedCreateInput, 'id' | 'companyId'>> = {},
): Promise<GeneratedLink> {
  const data = { slug: `link-${unique()}`, companyId, ...changes }
  return db.system('test').write((client) => client.generatedLink.create({ data }))
}

/** An API key of the user's, for all companies unless `companyId` says otherwise; returns its text. */
export async function makeApiKey(
  { db }: With,
  createdById: string,
  permissions: Permission[],
  changes: Partial<Prisma.ApiKeyUncheckedCreateInput> = {},
): Promise<string> {
  const key = newKey()
  const data = {
    createdById,
    createdByName: '',
    permissions,
    name: 'CRM',
    start: keyStart(key),
    hash: hashToken(key),
    ...changes,
  }
  await db.system('test').write((client) => client.apiKey.create({ data }))
  return key
}

/** Signs in over REST; answers the token. */
export async function signIn(url: string, email: string, password: string = TEST_PASSWORD): Promise<string> {
  const { status, body } = await call(url, 'POST', '/auth/login', { body: { email, password } })
  const { data } = body
  if (status !== 200 || !isRecord(data) || typeof data.token !== 'string') {
    throw new Error(`Signing in as ${email} was answered with ${status}: ${JSON.stringify(body)}`)
  }
  return data.token
}

export type Answer = { status: number; headers: Headers; body: Record<string, unknown> }
type CallOptions = { token?: string; body?: unknown; headers?: Record<string, string> }

/** A call of the REST API; `body` is sent as JSON, a string as it is. */
export async function call(
  url: string,
  method: string,
  pathname: string,
  { token, body, headers }: CallOptions = {},
): Promise<Answer> {
  const answer = await fetch(`${url}/api${pathname}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  const parsed: unknown = text === '' ? {} : JSON.parse(text)
  if (!isRecord(parsed)) throw new Error(`${method} ${pathname} answered no object: ${text}`)
  return { status: answer.status, headers: answer.headers, body: parsed }
}
