import { randomBytes } from 'node:crypto'
import { LIMITS } from '#domain/limits'
import { normalized } from '#domain/stream-safe'
import type { Services } from '../../services.ts'

/** Letters and digits that can't be mistaken for one another. */
export const madeSlug = (): string => randomBytes(LIMITS.madeSlugBytes).toString('hex')

const normalSlug = (wish: string): string =>
  normalized(wish, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LIMITS.slugLength)
    .replace(/^-|-$/g, '')

/** @param userId the slug's future owner; null for a new user */
export async function freeSlug(
  { db }: Pick<Services, 'db'>,
  wish: string,
  userId: string | null,
): Promise<string> {
  const slug = normalSlug(wish)
  if (slug === '') return madeSlug()
  // Slugs are one space for all companies, but callers never learn whose slug it is.
  const { holders, links } = await db.system('slug').read(async (client) => ({
    holders: await client.user.findMany({ where: { slug }, select: { id: true } }),
    links: await client.generatedLink.findMany({ where: { slug }, select: { userId: true } }),
  }))
  if (userId !== null && holders.some(({ id }) => id === userId)) return slug
  const isTaken = holders.length > 0 || links.some((link) => link.userId === null || link.userId !== userId)
  return isTaken ? madeSlug() : slug
}
