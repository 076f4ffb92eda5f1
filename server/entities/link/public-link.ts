import { z } from 'zod'
import {
  DEFAULT_APPLICANT_SETTINGS,
  isSharedDevice,
  parseApplicantSettings,
} from '#domain/applicant-settings'
import { AppError } from '../../errors.ts'
import { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { envelope } from '../../trpc/envelope.ts'
import { eg, EXAMPLE, entity } from '../../trpc/example.ts'
import { text } from '../../trpc/inputs.ts'
import { applicantSettingsOutput } from '../../applicant/applicant-settings.schema.ts'

export const slug = text().min(1)

export const slugInput = z.strictObject({ slug })

/** Public: never the lead, e-mail or notify addresses. */
const publicLink = entity('PublicLink', {
  id: eg(z.string(), EXAMPLE.link.id),
  slug: eg(z.string(), EXAMPLE.link.slug),
  sharedDevice: z.boolean().meta({
    description: 'The browser keeps nothing after the submit: the link or its company says so',
    example: false,
  }),
  company: eg(
    z.object({
      id: z.string(),
      nameIn: z.string(),
      nameOut: z.string(),
      logoUrl: z.string(),
      pdfLogoUrl: z.string(),
      authorizationText: z.string(),
      disclaimer: z.string(),
      appEditorSettings: z.string(),
      contact: z.string(),
      applicantSettings: applicantSettingsOutput,
    }),
    {
      ...EXAMPLE.company,
      logoUrl: '',
      pdfLogoUrl: '',
      authorizationText: '',
      disclaimer: '',
      appEditorSettings: '',
      contact: '',
      applicantSettings: DEFAULT_APPLICANT_SETTINGS,
    },
  ),
})

export const publicLinkOutput = envelope(publicLink)
export type PublicLink = z.infer<typeof publicLink>

type LinkRow = PublicLink['company'] & {
  linkId: string
  slug: string
  sharedDevice: boolean
  applicantSettings: unknown
}
type PageRow = LinkRow & { closed: boolean; allowedOrigins: string[] }

export type LinkOfPage = { link: PublicLink; closed: boolean; allowedOrigins: readonly string[] }

export async function findPageLink({ db }: Pick<Services, 'db'>, slug: string): Promise<LinkOfPage | null> {
  const [row] = await db.system('public-form').query<PageRow>(
    'link-of-page',
    Prisma.sql`
      SELECT l."id" AS "linkId", l."slug", l."sharedDevice", l."closedAt" IS NOT NULL AS "closed",
        c."id", c."nameIn", c."nameOut", c."logoUrl", c."pdfLogoUrl", c."authorizationText", c."disclaimer",
        c."appEditorSettings", c."contact", c."applicantSettings", coalesce(c."allowedOrigins", '{}') AS "allowedOrigins"
      FROM "GeneratedLink" l JOIN "Company" c ON c."id" = l."companyId"
      WHERE l."slug" = ${slug}`,
  )
  if (!row) return null
  const {
    linkId: id,
    slug: found,
    sharedDevice: _,
    closed,
    allowedOrigins,
    applicantSettings,
    ...company
  } = row
  const settings = parseApplicantSettings(applicantSettings)
  return {
    link: {
      id,
      slug: found,
      sharedDevice: isSharedDevice(row),
      company: { ...company, applicantSettings: settings },
    },
    closed,
    allowedOrigins,
  }
}

export async function publicLinkBySlug(services: Pick<Services, 'db'>, slug: string): Promise<PublicLink> {
  const found = await findPageLink(services, slug)
  if (!found) throw new AppError('not_found', (words) => words.link.notFound)
  return found.link
}
