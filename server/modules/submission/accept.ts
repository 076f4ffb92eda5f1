import { asSystem } from '../../auth/actor.ts'
import { batching } from '../../database/batching.ts'
import { perDatabase } from '../../database/per-database.ts'
import { observe, tracing } from '../../observe.ts'
import type { Services } from '../../services.ts'
import { acceptAll, type NewSubmission, type Sealed } from './accept-batch.ts'
import { sealTexts } from './sealed-submission.ts'
import { matchesDigest } from './keyed-columns.ts'

type DataKey = { key: Uint8Array; wrapped: Uint8Array }

/** At their largest they are some 40 MB. */
const BATCH = 25

/**
 * Stores the submission, closes its session and queues the next job in one transaction.
 *
 * @returns null when the session is closed, expired or has another data key
 */
export const accept = (
  { db }: Pick<Services, 'db'>,
  submission: NewSubmission,
  { key, wrapped }: DataKey,
): Promise<Date | null> => {
  const { id, link, texts } = submission
  const sealed = { submission, wrapped, ...sealTexts(key, { id, companyId: link.companyId }, texts) }
  const isFailure = (createdAt: Date | null) => createdAt === null
  return observe({ kind: 'submission', name: 'accept', isFailure }, () =>
    acceptingInto(db)({ ...sealed, traceparent: tracing.traceparent() }),
  )
}

const acceptingInto = perDatabase((db) =>
  batching((batch: Sealed[]) => acceptAll(db, batch), {
    keyOf: ({ submission }) => submission.id,
    max: BATCH,
  }),
)

export async function acceptedBefore(
  { db, keys }: Services,
  submission: NewSubmission,
): Promise<{ createdAt: Date; same: boolean } | null> {
  const row = await asSystem(db, 'public-form', (client) =>
    client.formSubmission.findUnique({
      where: { id: submission.id },
      select: { createdAt: true, valuesDigest: true },
    }),
  )
  if (!row) return null
  const same = matchesDigest(keys, row.valuesDigest, submission.id, submission.texts)
  return { createdAt: row.createdAt, same }
}
