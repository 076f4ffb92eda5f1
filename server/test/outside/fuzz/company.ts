import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { isRecord, toText } from '#domain/json'
import { PERMISSIONS } from '#domain/permissions'
import { openFormSession, submitApplication } from '../../support/applicant.ts'
import { call, signIn } from '../../support/factories.ts'
import { upload } from '../../support/uploads.ts'

export const PASSWORD = 'correct-horse-1'

/** What there is of a company, by the words that placeholders use; `password` is its people's. */
export type Rows = Record<string, string>

/** A company with an admin, a user and somebody in a role of its own, a team, a link and an application with a file. */
export async function makeCompany(url: string, keeper: string, word: string): Promise<Rows> {
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
  const spareRole = await ask(url, 'POST', '/role/create', boss, { name: `${mark} spare`, userType: 'user' })
  const sessions = await ask(url, 'GET', '/user/me/sessions', boss)
  const logo = await ask(url, 'POST', `/company/upload-logo/${company}`, boss, {
    logoData: fullApplication().signer1Signature,
    logoType: 'logo',
  })
  const custom = await person('custom', idIn(role))
  const user = await person('user', '')
  const team = await ask(url, 'POST', '/team/create', boss, { name: `${mark} team`, leader: idIn(custom) })
  const link = await ask(url, 'POST', '/generated-link/create', boss, { companyId: company })
  const slug = isRecord(link) ? toText(link.slug) : ''
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
    submission: toText(submitted.body.data?.id),
    document,
    logo: path.basename(isRecord(logo) ? toText(logo.logoPath) : ''),
    spareCompany: company,
    spareRole: idIn(spareRole),
    loginSession: idIn(Array.isArray(sessions) ? sessions[0] : null),
    session: open,
    file,
    password: PASSWORD,
  }
}

/** The id of a file that was put into a form session. */
async function attach(url: string, session: string, name: string): Promise<string> {
  const { status, body } = await upload(url, { fields: { formSubmissionId: session }, name })
  if (status !== 200) throw new Error(`Uploading: ${status} ${JSON.stringify(body)}`)
  return idIn(body.data)
}

/** The slug, which is public, and what is shared with others are no secrets. */
export const secretsOf = ({
  mark,
  company,
  user,
  boss,
  role,
  team,
  link,
  submission,
  document,
}: Rows): string[] =>
  [mark, company, user, boss, role, team, link, submission, document].filter((text) => text !== undefined)

/** The data of a call that has to succeed. */
export async function ask(
  url: string,
  method: string,
  pathname: string,
  token: string,
  body?: unknown,
): Promise<unknown> {
  const answer = await call(url, method, pathname, { token, ...(body !== undefined && { body }) })
  if (answer.status !== 200)
    throw new Error(`${method} ${pathname}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

/** The id of a record, or of a part of it. */
export function idIn(data: unknown, part?: string): string {
  const record = part === undefined || !isRecord(data) ? data : data[part]
  const id = isRecord(record) ? toText(record.id) : ''
  if (id === '') throw new Error(`No id in ${JSON.stringify(data)}`)
  return id
}

export const unique = (): string => randomBytes(5).toString('hex')
