import { randomBytes } from 'node:crypto'
import { LIMITS } from '#domain/limits'
import { normalized } from '#domain/stream-safe'
import { asSystem } from '../../auth/actor.ts'
import type { Services } from '../../services.ts'

/** An unguessable slug of letters and digits that nobody mistakes when reading it out. */
export const madeSlug = (): string => randomBytes(LIMITS.madeSlugBytes).toString('hex')

/** The wish as it can stand in an address: a-z, 0-9 and single hyphens; '' when nothing of it can. */
export const normalSlug = (wish: string): string =>
  normalized(wish, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LIMITS.slugLength)
    .replace(/^-|-$/g, '')

/**
 * The wished slug where nobody else has it, as a link's or as a wish, else a made one (decisions section 4).
 *
 * @param userId whose slug it is to be; null for somebody new
 */
export async function freeSlug(
  { db }: Pick<Services, 'db'>,
  wish: string,
  userId: string | null,
): Promise<string> {
  const slug = normalSlug(wish)
  if (slug === '') return madeSlug()
  // Slugs are one space for all companies, so another company's counts too; which it is, nobody learns.
  const { holders, links } = await asSystem(db, 'slug', async (client) => ({
    holders: await client.user.findMany({ where: { slug }, select: { id: true } }),
    links: await client.generatedLink.findMany({ where: { slug }, select: { userId: true } }),
  }))
  // Whoever has it keeps it, whatever has become of it since.
  if (userId !== null && holders.some(({ id }) => id === userId)) return slug
  const isTaken = holders.length > 0 || links.some((link) => link.userId === null || link.userId !== userId)
  return isTaken ? madeSlug() : slug
}
