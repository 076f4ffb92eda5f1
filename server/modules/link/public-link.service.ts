import { parseApplicantSettings } from '#domain/applicant-settings'
import { querySystem } from '../../auth/actor.ts'
import { AppError } from '../../errors.ts'
import { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import type { PublicLink } from './link.schema.ts'

type LinkRow = PublicLink['company'] & { linkId: string; slug: string; applicantSettings: unknown }
type PageRow = LinkRow & { closed: boolean; allowedOrigins: string[] }

export type LinkOfPage = { link: PublicLink; closed: boolean; allowedOrigins: readonly string[] }

export async function findPageLink({ db }: Pick<Services, 'db'>, slug: string): Promise<LinkOfPage | null> {
  const [row] = await querySystem<PageRow>(
    db,
    'public-form',
    'link-of-page',
    Prisma.sql`
      SELECT l."id" AS "linkId", l."slug", l."closedAt" IS NOT NULL AS "closed",
        c."id", c."nameIn", c."nameOut", c."logoUrl", c."pdfLogoUrl", c."authorizationText", c."disclaimer",
        c."appEditorSettings", c."contact", c."applicantSettings", coalesce(c."allowedOrigins", '{}') AS "allowedOrigins"
      FROM "GeneratedLink" l JOIN "Company" c ON c."id" = l."companyId"
      WHERE l."slug" = ${slug}`,
  )
  if (!row) return null
  const { linkId: id, slug: found, closed, allowedOrigins, applicantSettings, ...company } = row
  const settings = parseApplicantSettings(applicantSettings)
  return {
    link: { id, slug: found, company: { ...company, applicantSettings: settings } },
    closed,
    allowedOrigins,
  }
}

export async function publicLinkBySlug(services: Pick<Services, 'db'>, slug: string): Promise<PublicLink> {
  const found = await findPageLink(services, slug)
  if (!found) throw new AppError('not_found', (words) => words.link.notFound)
  return found.link
}
