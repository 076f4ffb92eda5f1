import { SettingsError, parseSettings } from '#domain/catalogue/settings'
import { visibleForm, type VisibleForm } from '#domain/catalogue/visible-form'
import { serverMessages } from '#domain/messages/server'
import { asSystem, type Tx } from '../../auth/actor.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'

/** A link with what its company says about the form. */
export type FormLink = {
  id: string
  slug: string
  closedAt: Date | null
  userId: string | null
  userName: string
  companyId: string
  companyName: string
  authorizationText: string
  disclaimer: string
  appEditorSettings: string
}

/** A form session's row; there is none before the first upload, draft or submit. */
export type FormSessionRow = { wrappedKey: Uint8Array; submittedAt: Date | null; expiresAt: Date }

export type LinkAndSession = { link: FormLink; session: FormSessionRow | null }

type Found = FormLink & { wrappedKey: Uint8Array | null; submittedAt: Date | null; expiresAt: Date | null }

/** By id with the row of one of its sessions, or by slug: one statement either way. */
export async function findFormLink(
  { db }: Pick<Services, 'db'>,
  by: { linkId: string; sessionId: string } | { slug: string },
): Promise<LinkAndSession | null> {
  const [linkId, sessionId, slug] = 'slug' in by ? [null, null, by.slug] : [by.linkId, by.sessionId, null]
  const [found] = await asSystem(
    db,
    'public-form',
    (client: Tx) => client.$queryRaw<Found[]>`
      SELECT l."id", l."slug", l."closedAt", l."userId", l."userName", l."companyId",
        c."nameOut" AS "companyName", c."authorizationText", c."disclaimer", c."appEditorSettings",
        s."wrappedKey", s."submittedAt", s."expiresAt"
      FROM "GeneratedLink" l
        JOIN "Company" c ON c."id" = l."companyId"
        LEFT JOIN "FormSession" s ON s."id" = ${sessionId} AND s."linkId" = l."id"
      WHERE l."id" = ${linkId} OR l."slug" = ${slug}`,
  )
  if (!found) return null
  const { wrappedKey, submittedAt, expiresAt, ...link } = found
  return { link, session: wrappedKey && expiresAt ? { wrappedKey, submittedAt, expiresAt } : null }
}

/** Settings are the same text for every visit, so each text is read once. */
const forms = new Map<string, VisibleForm>()
const FORMS_KEPT = 500

/** What the link's company asks for. @throws AppError unavailable when its settings cannot be read */
export function formOf(link: Pick<FormLink, 'appEditorSettings'>): VisibleForm {
  const known = forms.get(link.appEditorSettings)
  if (known) return known
  try {
    const form = visibleForm(parseSettings(link.appEditorSettings))
    if (forms.size >= FORMS_KEPT) forms.clear()
    forms.set(link.appEditorSettings, form)
    return form
  } catch (cause) {
    if (!(cause instanceof SettingsError)) throw cause
    throw new AppError('unavailable', serverMessages.link.settings, { cause })
  }
}
