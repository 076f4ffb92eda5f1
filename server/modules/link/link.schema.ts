import { z } from 'zod'
import { envelope } from '../../trpc/envelope.ts'
import { text } from '../../trpc/inputs.ts'
import { EXAMPLE, withExample } from '../../trpc/example.ts'

export const slug = text().min(1)

export const slugInput = z.strictObject({ slug })

/** What anybody may know of a link: never the lead, e-mail or notify addresses (decisions section 4). */
const publicLink = withExample(
  z.object({
    id: z.string(),
    slug: z.string(),
    company: z.object({
      id: z.string(),
      nameIn: z.string(),
      nameOut: z.string(),
      logoUrl: z.string(),
      pdfLogoUrl: z.string(),
      authorizationText: z.string(),
      disclaimer: z.string(),
      appEditorSettings: z.string(),
    }),
  }),
  {
    ...EXAMPLE.link,
    company: {
      ...EXAMPLE.company,
      logoUrl: '',
      pdfLogoUrl: '',
      authorizationText: '',
      disclaimer: '',
      appEditorSettings: '',
    },
  },
)

export const publicLinkOutput = envelope(publicLink)
export type PublicLink = z.infer<typeof publicLink>
