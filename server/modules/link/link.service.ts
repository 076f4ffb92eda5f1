import { asSystem } from '../../auth/actor.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import type { PublicLink } from './link.schema.ts'

/** What the public page is built from. @throws AppError not_found */
export async function publicLinkBySlug({ db }: Pick<Services, 'db'>, slug: string): Promise<PublicLink> {
  const link = await asSystem(db, 'public-form', (client) =>
    client.generatedLink.findUnique({
      where: { slug },
      select: {
        id: true,
        slug: true,
        company: {
          select: {
            id: true,
            nameIn: true,
            nameOut: true,
            logoUrl: true,
            pdfLogoUrl: true,
            authorizationText: true,
            disclaimer: true,
            appEditorSettings: true,
          },
        },
      },
    }),
  )
  if (!link) throw new AppError('not_found', (words) => words.link.notFound)
  return link
}
