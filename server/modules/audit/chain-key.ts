import { asSystem } from '../../auth/actor.ts'
import { auditKeyContext } from '../../crypto/contexts.ts'
import type { Services } from '../../services.ts'

type Needs = Pick<Services, 'db' | 'keys'>
type NeedsToMake = Needs & { log: Pick<Services['log'], 'warn'> }

class ChainKeyError extends Error {
  override name = 'ChainKeyError'
}

const ID = 'chain'

const UNSEALED_LONG_MS = 24 * 60 * 60_000

/**
 * Random and only wrapped by the main key, so that the chain outlives it.
 *
 * @throws ChainKeyError, SealError
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
