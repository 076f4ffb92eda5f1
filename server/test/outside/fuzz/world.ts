import { randomBytes } from 'node:crypto'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { isRecord, textOf } from '#domain/json'
import { PERMISSIONS } from '#domain/permissions'
import { openFormSession, submitApplication } from '../../support/applicant.ts'
import { call, signIn } from '../../support/factories.ts'
import { upload } from '../../support/uploads.ts'
import type { ActorName } from './requests.ts'

const PASSWORD = 'correct-horse-1'

/** What there is of a company, by the words that placeholders use; `password` is its people's. */
export type Rows = Record<string, string>

type Company = { rows: Rows }

/** The house's first admin, whom no request may name, so that there is always somebody to begin again. */
export type Keeper = { email: string; password: string }

/**
 * Companies A, B and C with everything that a company has, and people in each role. A and B are worked on by their own
 * people alone, and those try to reach the other; the house's admins get to know nothing but C.
 */
export class World {
  readonly #url: string
  readonly #keeper: Keeper
  #companies: Record<'A' | 'B' | 'C', Company> | null = null
  #tokens: Partial<Record<ActorName, string>> = {}
  /** of all companies A and B that there ever were */
  readonly #secrets: Record<'A' | 'B', string[]> = { A: [], B: [] }
  #renewing: Promise<void> | null = null

  constructor(url: string, keeper: Keeper) {
    this.#url = url
    this.#keeper = keeper
  }

  /** New companies, people and tokens; at once, however many ask. */
  renew(): Promise<void> {
    this.#renewing ??= this.#build().finally(() => (this.#renewing = null))
    return this.#renewing
  }

  tokenOf(actor: ActorName): string | undefined {
    return this.#tokens[actor]
  }

  rowsOf(actor: ActorName, whose: 'own' | 'other'): Rows {
    const companies = this.#companies
    if (!companies) throw new Error('There is no world yet')
    if (actor === 'superAdmin') return { ...companies.C.rows, password: 'not-the-password-1' }
    if (actor === 'admin') return companies.C.rows
    return companies[(actor === 'companyB') === (whose === 'own') ? 'B' : 'A'].rows
  }

  /** What no answer to this actor may hold. */
  secretsFrom(actor: ActorName): readonly string[] {
    if (actor === 'superAdmin' || actor === 'admin') return []
    return actor === 'companyB' ? this.#secrets.A : this.#secrets.B
  }

  /** The session that an application was submitted with is closed; the next ones need another. */
  async openSession(actor: ActorName): Promise<void> {
    const rows = this.rowsOf(actor, 'own')
    // The link may have been closed meanwhile.
    const session = await openFormSession(this.#url, rows.slug).catch(() => null)
    if (session === null) await this.renew()
    else rows.session = session
  }

  /** A token in place of one that ended; false where whoever it is cannot sign in any more. */
  async signInAgain(actor: ActorName): Promise<boolean> {
    const email = this.#emailOf(actor)
    if (email === null) return true
    const { status, body } = await call(this.#url, 'POST', '/auth/login', { body: email })
    if (status !== 200 || !isRecord(body.data)) return false
    this.#tokens[actor] = textOf(body.data.token)
    return true
  }

  #emailOf(actor: ActorName): Keeper | null {
    if (actor === 'superAdmin') return this.#keeper
    const companies = this.#companies
    const email =
      companies &&
      {
        admin: companies.C.rows.adminEmail,
        companyA: companies.A.rows.email,
        companyB: companies.B.rows.email,
        user: companies.A.rows.userEmail,
        custom: companies.A.rows.customEmail,
      }[textOf(actor)]
    return typeof email === 'string' ? { email, password: PASSWORD } : null
  }

  async #build(): Promise<void> {
    const keeper = await signIn(this.#url, this.#keeper.email, this.#keeper.password)
    const make = (name: string) => makeCompany(this.#url, keeper, name)
    const [A, B, C] = await Promise.all([make('alfa'), make('bravo'), make('charlie')])
    const house = await this.#ask('GET', '/role/get', keeper)
    const adminRole = Array.isArray(house)
      ? house.filter(isRecord).find((role) => role.userType === 'admin' && role.isStatic === true)
      : undefined
    const adminEmail = `admin-${unique()}@example.com`
    await this.#ask('POST', '/user/create', keeper, {
      name: 'House admin',
      email: adminEmail,
      password: PASSWORD,
      role: textOf(adminRole?.id),
    })
    C.rows.adminEmail = adminEmail
    this.#companies = { A, B, C }
    for (const name of ['A', 'B'] as const) this.#secrets[name].push(...secretsOf(this.#companies[name].rows))
    const revoked = await signIn(this.#url, this.#keeper.email, this.#keeper.password)
    await call(this.#url, 'POST', '/auth/logout', { token: revoked })
    this.#tokens = { revoked, garbage: 'a'.repeat(43) }
    for (const actor of ['superAdmin', 'admin', 'companyA', 'companyB', 'user', 'custom'] as const) {
      if (!(await this.signInAgain(actor))) throw new Error(`${actor} cannot sign in`)
    }
  }

  #ask(method: string, path: string, token: string, body?: unknown): Promise<unknown> {
    return ask(this.#url, method, path, token, body)
  }
}

/** A company with an admin, a user and somebody in a role of its own, a team, a link and an application with a file. */
async function makeCompany(url: string, keeper: string, word: string): Promise<Company> {
  const mark = `${word}${unique()}`
  const email = (name: string) => `${name}-${mark}@example.com`
  const made = await ask(url, 'POST', '/admin/create-company', keeper, {
    company: { nameIn: `${mark} inside`, nameOut: `${mark} outside` },
    user: { name: `${mark} admin`, email: email('boss'), password: PASSWORD },
    role: {
      name: `${mark} admins`,
      userType: 'company',
      permissions: PERMISSIONS.filter((string) => !string.startsWith('userType:')),
    },
  })
  const company = idIn(made, 'company')
  const boss = await signIn(url, email('boss'), PASSWORD)
  const role = await ask(url, 'POST', '/role/create', boss, {
    name: `${mark} role`,
    permissions: ['page:forms', 'page:teams', 'action:edit', 'page:links'],
    userType: 'user',
  })
  const person = (name: string, roleId: string) =>
    ask(url, 'POST', '/user/create', boss, {
      name: `${mark} ${name}`,
      email: email(name),
      password: PASSWORD,
      role: roleId,
    })
  const custom = await person('custom', idIn(role))
  const user = await person('user', '')
  const team = await ask(url, 'POST', '/team/create', boss, { name: `${mark} team`, leader: idIn(custom) })
  const link = await ask(url, 'POST', '/generated-link/create', boss, { companyId: company })
  const slug = isRecord(link) ? textOf(link.slug) : ''
  const session = await openFormSession(url, slug)
  const document = await attach(url, session, `${mark}.pdf`)
  const submitted = await submitApplication(
    url,
    session,
    { ...fullApplication(), legalName: `${mark} Bakery` },
    slug,
  )
  const open = await openFormSession(url, slug)
  const file = await attach(url, open, 'statement.pdf')
  return {
    rows: {
      mark,
      company,
      user: idIn(user),
      boss: idIn(made, 'user'),
      email: email('boss'),
      userEmail: email('user'),
      customEmail: email('custom'),
      role: idIn(role),
      team: idIn(team),
      link: idIn(link),
      slug,
      submission: textOf(submitted.body.data?.id),
      document,
      logo: 'logo.png',
      session: open,
      file,
      password: PASSWORD,
    },
  }
}

/** The id of a file that was put into a form session. */
async function attach(url: string, session: string, name: string): Promise<string> {
  const { status, body } = await upload(url, { fields: { formSubmissionId: session }, name })
  if (status !== 200) throw new Error(`Uploading: ${status} ${JSON.stringify(body)}`)
  return idIn(body.data)
}

/** The slug, which is public, and what is shared with others are no secrets. */
const secretsOf = ({ mark, company, user, boss, role, team, link, submission, document }: Rows): string[] =>
  [mark, company, user, boss, role, team, link, submission, document].filter((text) => text !== undefined)

async function ask(
  url: string,
  method: string,
  path: string,
  token: string,
  body?: unknown,
): Promise<unknown> {
  const answer = await call(url, method, path, { token, ...(body !== undefined && { body }) })
  if (answer.status !== 200)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

function idIn(data: unknown, part?: string): string {
  const record = part === undefined || !isRecord(data) ? data : data[part]
  const id = isRecord(record) ? textOf(record.id) : ''
  if (id === '') throw new Error(`No id in ${JSON.stringify(data)}`)
  return id
}

const unique = (): string => randomBytes(5).toString('hex')
