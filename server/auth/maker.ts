import type { Database } from '../platform/database/db.ts'
import type { Actor } from './actor.ts'
import { findKeyActor, NO_SESSION } from './api-keys.ts'

const NO_ROLE = { name: '', userType: 'user', permissions: [], scope: 'company' } as const

/** The user who started a job, or the user's key, with the rights of this moment; null once there is none. */
export async function findMaker(
  { db }: { db: Database },
  { userId, apiKeyId }: { userId: string; apiKeyId: string | null },
): Promise<Actor | null> {
  if (apiKeyId !== null) return findKeyActor({ db }, apiKeyId)
  const user = await db.system('maker').write((client) =>
    client.user.findUnique({
      where: { id: userId, active: true },
      select: {
        name: true,
        email: true,
        slug: true,
        isAdmin: true,
        roleId: true,
        companyId: true,
        submissionMail: true,
        role: { select: { name: true, userType: true, permissions: true, scope: true } },
      },
    }),
  )
  if (!user) return null
  const { role, ...person } = user
  const { name: roleName, ...rights } = role ?? NO_ROLE
  return { ...person, ...rights, ...NO_SESSION, userId, roleName, apiKey: null }
}
