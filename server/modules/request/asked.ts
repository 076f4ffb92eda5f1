import { maskValues } from '#domain/catalogue/formatted-view'
import type { Values } from '#domain/catalogue/values'
import { getOwn } from '#domain/get-own'
import type { KeyRing } from '../../crypto/keys.ts'
import type { Prisma, SubmissionRequest } from '../../generated/client.ts'
import { readCorrections, type openAdditions } from '../submission/submission-additions.ts'
import type { Asked } from './request.schema.ts'
import { isOpen, openRequest } from './sealed-request.ts'

export const latestRequest = {
  where: { state: { in: ['open', 'answered'] } },
  orderBy: { createdAt: 'desc' },
  take: 1,
} satisfies Prisma.FormSubmission$requestsArgs

type Row = Parameters<typeof openAdditions>[1] & {
  requests: SubmissionRequest[]
  authorizationText: string
  disclaimer: string
}

/** What the applicant's page shows of the last request. @param isWhole only by the request's own link */
export function toAsked(keys: KeyRing, row: Row, answers: Values, isWhole: boolean): Asked | null {
  const [request] = row.requests
  if (!request || (request.state === 'open' && !isOpen(request))) return null
  const shown = { open: isOpen(request), expiresAt: request.expiresAt.toISOString() }
  if (!isWhole) return { ...shown, details: null }
  const { message, items } = openRequest(keys, row, request)
  const current = maskValues({ ...answers, ...readCorrections(keys, row) })
  const before = ({ wanted }: (typeof items)[number]) =>
    wanted.kind === 'correction' ? (getOwn(current, wanted.field) ?? '') : ''
  const { authorizationText, disclaimer } = row
  const signer = answers.signer1Name ?? ''
  const details = { message, signer, authorizationText, disclaimer }
  return {
    ...shown,
    details: { ...details, items: items.map((item) => ({ ...item, before: before(item) })) },
  }
}
