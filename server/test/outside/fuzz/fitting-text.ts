import fc from 'fast-check'
import { fullApplication } from '#domain/catalogue/application.fixture'
import type { Schema } from './operations.ts'

/** Stands for something of the caller's own company, or of another one, until the request is sent. */
export const placeholder = (whose: 'own' | 'other', what: string): string => `~${whose}.${what}~`
export const PLACEHOLDERS = /~(own|other)\.(\w+)~/g

export const ANSWERS = fullApplication()

/** Whose id a name asks for. */
export const ROWS: Record<string, string> = {
  company: 'company',
  companyId: 'company',
  _companyId: 'company',
  lead: 'user',
  leader: 'user',
  members: 'user',
  actorId: 'user',
  leadsOf: 'company',
  role: 'role',
  team: 'team',
  submissionId: 'submission',
  submission: 'submission',
  objectId: 'submission',
  formSubmissionId: 'session',
  generatedLinkId: 'link',
  generatedLinkSlug: 'slug',
  slug: 'slug',
  file: 'logo',
  userEmail: 'email',
  currentPassword: 'password',
}

/** What an `id` is of goes by the first of these that its path begins with. */
const ROWS_OF_PATHS: readonly (readonly [path: string, row: string])[] = [
  ['/company/delete', 'spareCompany'],
  ['/company', 'company'],
  ['/role/delete', 'spareRole'],
  ['/role', 'role'],
  ['/team', 'team'],
  ['/user/me/sessions', 'loginSession'],
  ['/user', 'user'],
  ['/generated-link', 'link'],
  ['/form', 'submission'],
  ['/documents/upload-public', 'file'],
  ['/documents', 'document'],
]

const rowOf = (name: string, path: string): string | undefined =>
  name === 'id' ? ROWS_OF_PATHS.find(([begin]) => path.startsWith(begin))?.[1] : ROWS[name]

/** A row of the own company, of another one, or of nobody. */
const rowId = (row: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(placeholder('own', row)) },
    { weight: 3, arbitrary: fc.constant(placeholder('other', row)) },
    { weight: 1, arbitrary: fc.uuid() },
  )

/** A text such as an input of this name takes. */
export function fittingText(schema: Schema, name: string, path: string): fc.Arbitrary<string> {
  if (path === '/auth/login') return fc.constant(placeholder('own', name))
  const row = rowOf(name, path)
  if (row !== undefined) return rowId(row)
  const answer = ANSWERS[name]
  if (path.startsWith('/form/') && answer !== undefined) return fc.constant(answer)
  if (/email/i.test(name) && name !== 'notifyEmails')
    return fc.nat({ max: 9999 }).map((number) => `fuzz-${number}@example.com`)
  if (/password/i.test(name)) return fc.constantFrom('correct-horse-2', 'a-long-passphrase-1')
  if (name === 'logoData') return fc.constant(ANSWERS.signer1Signature ?? '')
  if (/^(logoUrl|pdfLogoUrl|updatedAt)$/.test(name)) return fc.constant('')
  if (/^(from|to|at)$/.test(name)) return fc.constantFrom('2026-01-01', '2026-11-21T00:00:00.000Z')
  if (name === 'documentType') return fc.constant('bankStatements')
  const free = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 24 })
  return typeof schema.example === 'string'
    ? fc.oneof(fc.constant(schema.example), free)
    : fc.oneof(fc.constantFrom('Fuzz', 'page:forms'), free)
}
