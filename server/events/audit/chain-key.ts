import type { Tx } from '../../platform/database/db.ts'
import { auditKeyContext } from '../../platform/crypto/contexts.ts'
import type { Services } from '../../services.ts'

type Needs = Pick<Services, 'db' | 'keys'>
type NeedsToMake = Needs & { log: Pick<Services['log'], 'warn'> }

class ChainKeyError extends Error {
  override name = 'ChainKeyError'
}

export type Chain = { id: string; name: string; findRow: (client: Tx) => Promise<unknown> }

const AUDIT: Chain = {
  id: 'chain',
  name: 'the audit log',
  findRow: (client) => client.auditSeal.findFirst({ select: { number: true } }),
}

const UNSEALED_LONG_MS = 24 * 60 * 60_000

/** Random and only wrapped by the main key, so that the chain outlives it. @throws ChainKeyError, SealError */
export async function chainKey({ db, keys }: Needs, { id, name, findRow } = AUDIT): Promise<Buffer | null> {
  const row = await db.system('audit').read((client) => client.auditKey.findUnique({ where: { id } }))
  if (row) return keys.unwrap(row.wrapped, auditKeyContext(id))
  if (await db.system('audit').read(findRow))
    throw new ChainKeyError(`The key of ${name} is gone from the table AuditKey`)
  return null
}

export async function ensureChainKey(services: NeedsToMake): Promise<Buffer> {
  const present = await chainKey(services)
  if (present) return present
  const old = await services.db.system('audit').read((client) =>
    client.auditEntry.findFirst({
      select: { id: true },
      where: { at: { lt: new Date(Date.now() - UNSEALED_LONG_MS) } },
    }),
  )
  if (old)
    services.log.warn(
      'the audit log has old entries and neither seals nor their key; it is sealed from its beginning',
    )
  return makeChainKey(services)
}

export async function makeChainKey(services: Needs, chain = AUDIT): Promise<Buffer> {
  const { id, name } = chain
  const { wrapped } = services.keys.newDataKey(auditKeyContext(id))
  // Of two nodes that do so at once the first decides.
  await services.db
    .system('audit')
    .write((client) => client.auditKey.createMany({ data: { id, wrapped }, skipDuplicates: true }))
  const made = await chainKey(services, chain)
  if (!made) throw new ChainKeyError(`The key of ${name} cannot be made`)
  return made
}
