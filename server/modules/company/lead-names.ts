import { asSystem } from '../../auth/actor.ts'
import type { Services } from '../../services.ts'

/**
 * A lead may be an administrator, whom row-level security hides; pass only leads of companies that the
 * caller sees.
 */
export async function leadNames(
  { db }: Pick<Services, 'db'>,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const users = await asSystem(db, 'lead-names', (client) =>
    client.user.findMany({ where: { id: { in: wanted } }, select: { id: true, name: true } }),
  )
  return new Map(users.map(({ id, name }) => [id, name]))
}
