import { asSystem } from '../../auth/actor.ts'
import type { Services } from '../../services.ts'

/**
 * The names of leads by their ids. A lead may be an administrator, whom row-level security hides from a company's own
 * users, so the names are read as the system: give it the leads of companies that the caller sees, and no other ids.
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
