import { z } from 'zod'
import { DEFAULT_APPLICANT_SETTINGS } from '#domain/applicant-settings'
import { envelope, listEnvelope } from '../../trpc/envelope.ts'
import { eg, EXAMPLE, entity } from '../../trpc/example.ts'
import { filter, id, optionalEmail, paging, sort, text, TIMES } from '../../trpc/inputs.ts'
import { applicantSettingsOutput } from '../applicant/applicant-settings.schema.ts'

export const slug = text().min(1)

export const slugInput = z.strictObject({ slug })

/** Public: never the lead, e-mail or notify addresses. */
const publicLink = entity('PublicLink', {
  id: eg(z.string(), EXAMPLE.link.id),
  slug: eg(z.string(), EXAMPLE.link.slug),
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

const linkRow = entity('Link', {
  id: eg(z.string(), EXAMPLE.link.id),
  slug: eg(z.string(), EXAMPLE.link.slug),
  company: eg(z.object({ id: z.string(), nameIn: z.string(), nameOut: z.string() }), EXAMPLE.company),
  user: eg(z.object({ name: z.string(), email: z.string() }), {
    name: EXAMPLE.user.name,
    email: EXAMPLE.user.email,
  }),
  team: eg(z.object({ id: z.string(), name: z.string() }).nullable(), EXAMPLE.team),
  iframeUrl: eg(z.string(), 'https://apply.example.com/embed/acme-east'),
  url: eg(z.string(), 'https://apply.example.com/form/acme-east'),
  timeZone: eg(z.string(), EXAMPLE.timeZone),
  closedAt: eg(z.string().nullable(), null),
  createdAt: eg(z.string(), EXAMPLE.time),
})
export type LinkRow = z.infer<typeof linkRow>
export const linkOutput = envelope(linkRow)
export const linksOutput = listEnvelope(linkRow)

const SEARCH_COLUMNS = ['company', 'user', 'slug', 'createdAt'] as const
export type SearchColumn = (typeof SEARCH_COLUMNS)[number]

export const listInput = z.strictObject({
  sort: sort('company', 'user', 'slug', 'createdAt'),
  ...paging,
  filter: filter([...SEARCH_COLUMNS], {
    companyId: id.optional(),
    userId: id.optional(),
    teamId: id.optional(),
    closed: z.boolean().optional(),
    createdFrom: TIMES.createdFrom,
    createdTo: TIMES.createdTo,
  }),
})
export type ListInput = z.infer<typeof listInput>

export const linkIdInput = z.strictObject({ id })

export const createInput = z.strictObject({
  companyId: id.meta({ example: EXAMPLE.company.id }),
  userEmail: optionalEmail().meta({
    description: "Whose link it becomes, a user of the company; left out, the caller's own",
  }),
})
export type CreateInput = z.infer<typeof createInput>

export const updateInput = z.strictObject({
  id,
  teamId: id.nullable().meta({
    description: 'The team whose members own what comes in, by turns; null: nobody',
    example: EXAMPLE.team.id,
  }),
})
export type UpdateInput = z.infer<typeof updateInput>
