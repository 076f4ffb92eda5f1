import { asSystem } from '../../auth/actor.ts'
import { batching } from '../../database/batching.ts'
import { perDatabase } from '../../database/per-database.ts'
import type { Services } from '../../services.ts'
import type { FormLink } from '../form-session/form-link.ts'
import { acceptAll, type Sealed } from './accept-batch.ts'
import { sealTexts, type ApplicationTexts } from './application-record.ts'
import type { ClearColumns } from './clear-columns.ts'
import { matchesDigest, type KeyedColumns } from './keyed-columns.ts'

export type Application = {
  id: string
  link: FormLink
  texts: ApplicationTexts
  clear: ClearColumns
  keyed: KeyedColumns
  authorizationText: string
  sender: { ip: string; userAgent: string }
}

type DataKey = { key: Uint8Array; wrapped: Uint8Array }

/** At their largest they are some 40 MB. */
const BATCH = 25

/**
 * Stores the application, closes its session and queues the next job in one transaction.
 *
 * @returns null when the session is closed, expired or has another data key
 */
export const accept = (
  { db }: Pick<Services, 'db'>,
  application: Application,
  { key, wrapped }: DataKey,
): Promise<Date | null> => {
  const { id, link, texts } = application
  return acceptingInto(db)({
    application,
    wrapped,
    ...sealTexts(key, { id, companyId: link.companyId }, texts),
  })
}

const acceptingInto = perDatabase((db) =>
  batching((batch: Sealed[]) => acceptAll(db, batch), {
    keyOf: ({ application }) => application.id,
    max: BATCH,
  }),
)

export async function acceptedBefore(
  { db, keys }: Services,
  application: Application,
): Promise<{ createdAt: Date; same: boolean } | null> {
  const row = await asSystem(db, 'public-form', (client) =>
    client.formSubmission.findUnique({
      where: { id: application.id },
      select: { createdAt: true, valuesDigest: true },
    }),
  )
  if (!row) return null
  const same = matchesDigest(keys, row.valuesDigest, application.id, application.texts)
  return { createdAt: row.createdAt, same }
}
