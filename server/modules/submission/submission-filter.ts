import type { KeyRing } from '../../crypto/keys.ts'
import type { Prisma } from '../../generated/client.ts'
import { daysBeginningWith } from '../../database/date-prefix.ts'
import { SEARCH_COLUMNS, type SearchColumn, type SearchInput } from './submission.schema.ts'

/**
 * What a search means. Form Data is ciphertext, so it is found by legal name and DBA, which stand apart, and by a
 * whole tax ID or SSN through its keyed hash (decisions section 2).
 */
export function whereOf(keys: KeyRing, filter: SearchInput['filter']): Prisma.FormSubmissionWhereInput {
  const one = filter?.id === undefined ? {} : { id: filter.id }
  const q = filter?.q?.trim() ?? ''
  if (q === '') return one
  const columns: readonly SearchColumn[] = filter?.columns ?? SEARCH_COLUMNS
  return { ...one, OR: columns.flatMap((column) => BY_COLUMN[column](q, keys)) }
}

type Condition = Prisma.FormSubmissionWhereInput

const BY_COLUMN: Record<SearchColumn, (q: string, keys: KeyRing) => Condition[]> = {
  company: (q) => [{ company: { nameOut: contains(q) } }],
  user: (q) => [{ submittedBy: contains(q) }],
  formData: (q, keys) => [{ legalName: contains(q) }, { dbaName: contains(q) }, ...byNumber(q, keys)],
  createdAt: (q) => {
    const days = daysBeginningWith(q)
    return days ? [{ createdAt: days }] : []
  },
}

/** Prisma hands the text to LIKE as it is, wildcards and all. */
const contains = (q: string) => ({
  contains: q.replace(/[\\%_]/g, '\\$&'),
  mode: 'insensitive' as const,
})

function byNumber(q: string, keys: KeyRing): Condition[] {
  const digits = q.replace(/[\s-]/g, '')
  if (!/^\d{9}$/.test(digits)) return []
  return [
    { taxIdHash: keys.blindIndex('taxId', digits) },
    { ssnHashes: { has: keys.blindIndex('ssn', digits) } },
  ]
}

/** Newest first unless asked otherwise; the id settles ties, so that no row shows on two pages. */
export function orderOf(sort: SearchInput['sort']): Prisma.FormSubmissionOrderByWithRelationInput[] {
  const [field, order] = sort ?? ['createdAt', 'DESC']
  const direction = order === 'ASC' ? 'asc' : 'desc'
  const by = {
    createdAt: { createdAt: direction },
    company: { company: { nameOut: direction } },
    user: { submittedBy: direction },
  } as const
  return field === 'createdAt'
    ? [by.createdAt, { id: direction }]
    : [by[field], { createdAt: 'desc' }, { id: 'desc' }]
}
