import { isRecord, toText } from '#domain/json'
import { openFormSession } from '../../support/applicant.ts'
import { call, signIn } from '../../support/factories.ts'
import { ask, idIn, makeCompany, PASSWORD, secretsOf, unique, type Rows } from './company.ts'
import type { ActorName } from './requests.ts'

/** The house's first admin, whom no request may name, so that there is always somebody to begin again. */
export type Keeper = { email: string; password: string }

/**
 * Companies A, B and C with everything that a company has, and people in each role. A and B are worked on by their own
 * people alone, and those try to reach the other; the house's admins get to know nothing but C.
 */
export class World {
  readonly #url: string
  readonly #keeper: Keeper
  #companies: Record<'A' | 'B' | 'C', Rows> | null = null
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
    // The keeper's requests may end the keeper's sessions in the middle of it.
    this.#renewing ??= this.#build()
      .catch(() => this.#build())
      .finally(() => (this.#renewing = null))
    return this.#renewing
  }

  tokenOf(actor: ActorName): string | undefined {
    return this.#tokens[actor]
  }

  rowsOf(actor: ActorName, whose: 'own' | 'other'): Rows {
    const companies = this.#companies
    if (!companies) throw new Error('There is no world yet')
    if (actor === 'superAdmin') return { ...companies.C, password: 'not-the-password-1' }
    if (actor === 'admin') return companies.C
    return companies[(actor === 'companyB') === (whose === 'own') ? 'B' : 'A']
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
    this.#tokens[actor] = toText(body.data.token)
    return true
  }

  #emailOf(actor: ActorName): Keeper | null {
    if (actor === 'superAdmin') return this.#keeper
    const companies = this.#companies
    const email =
      companies &&
      {
        admin: companies.C.adminEmail,
        companyA: companies.A.email,
        companyB: companies.B.email,
        user: companies.A.userEmail,
        custom: companies.A.customEmail,
      }[toText(actor)]
    return typeof email === 'string' ? { email, password: PASSWORD } : null
  }

  async #build(): Promise<void> {
    const keeper = await signIn(this.#url, this.#keeper.email, this.#keeper.password)
    const make = (name: string) => makeCompany(this.#url, keeper, name)
    const [A, B, C] = await Promise.all([make('alfa'), make('bravo'), make('charlie')])
    const house = await ask(this.#url, 'GET', '/role/get', keeper)
    const adminRole = Array.isArray(house)
      ? house.filter(isRecord).find((role) => role.userType === 'admin' && role.isStatic === true)
      : undefined
    const adminEmail = `admin-${unique()}@example.com`
    await ask(this.#url, 'POST', '/user/create', keeper, {
      name: 'House admin',
      email: adminEmail,
      password: PASSWORD,
      role: toText(adminRole?.id),
    })
    C.adminEmail = adminEmail
    // Only the house's admins may delete a company, and only one without applications.
    const spare = await ask(this.#url, 'POST', '/company/create', keeper, {
      nameIn: 'Spare',
      nameOut: 'Spare',
    })
    C.spareCompany = idIn(spare)
    this.#companies = { A, B, C }
    for (const name of ['A', 'B'] as const) this.#secrets[name].push(...secretsOf(this.#companies[name]))
    const revoked = await signIn(this.#url, this.#keeper.email, this.#keeper.password)
    await call(this.#url, 'POST', '/auth/logout', { token: revoked })
    this.#tokens = { revoked, garbage: 'a'.repeat(43) }
    for (const actor of ['superAdmin', 'admin', 'companyA', 'companyB', 'user', 'custom'] as const) {
      if (!(await this.signInAgain(actor))) throw new Error(`${actor} cannot sign in`)
    }
  }
}
