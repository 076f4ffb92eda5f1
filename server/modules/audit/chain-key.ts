import { asSystem } from '../../auth/actor.ts'
import { auditKeyContext } from '../../crypto/contexts.ts'
import type { Services } from '../../services.ts'

type Needs = Pick<Services, 'db' | 'keys'>
type NeedsToMake = Needs & { log: Pick<Services['log'], 'warn'> }

/** There are seals, and what they were made with is gone. */
export class ChainKeyError extends Error {
  override name = 'ChainKeyError'
}

const ID = 'chain'

/** Entries that are older had time to be sealed. */
const UNSEALED_LONG_MS = 24 * 60 * 60_000

/**
 * The key of the audit log's chain; null where none was made yet. It is random and only wrapped by the main key, so that
 * the chain outlives it.
 *
 * @throws ChainKeyError, and SealError when it does not open
 */
export async function chainKey({ db, keys }: Needs): Promise<Buffer | null> {
  const row = await asSystem(db, 'audit', (client) => client.auditKey.findUnique({ where: { id: ID } }))
  if (row) return keys.unwrap(row.wrapped, auditKeyContext(ID))
  const seal = await asSystem(db, 'audit', (client) =>
    client.auditSeal.findFirst({ select: { number: true } }),
  )
  if (seal) throw new ChainKeyError('The key of the audit log is gone from the table AuditKey')
  return null
}

/** The same, made if there is none. That may be for an upgrade, or because seals and key were taken away together. */
export async function ensureChainKey(services: NeedsToMake): Promise<Buffer> {
  const present = await chainKey(services)
  if (present) return present
  const old = await asSystem(services.db, 'audit', (client) =>
    client.auditEntry.findFirst({
      select: { id: true },
      where: { at: { lt: new Date(Date.now() - UNSEALED_LONG_MS) } },
    }),
  )
  if (old)
    services.log.warn(
      'the audit log has old entries and neither seals nor their key; it is sealed from its beginning',
    )
  const { wrapped } = services.keys.newDataKey(auditKeyContext(ID))
  // Of two nodes that do so at once the first decides.
  await asSystem(services.db, 'audit', (client) =>
    client.auditKey.createMany({ data: { id: ID, wrapped }, skipDuplicates: true }),
  )
  const made = await chainKey(services)
  if (!made) throw new ChainKeyError('The key of the audit log cannot be made')
  return made
}
