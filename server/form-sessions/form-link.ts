import { SettingsError, parseSettings } from '#domain/catalogue/settings'
import { visibleForm, type VisibleForm } from '#domain/catalogue/visible-form'
import { batching } from '../platform/database/batching.ts'
import type { Database } from '../platform/database/db.ts'
import { perDatabase } from '../platform/database/per-database.ts'
import { AppError } from '../errors.ts'
import { Prisma } from '../generated/client.ts'
import type { Services } from '../services.ts'

export type FormLink = {
  id: string
  slug: string
  sharedDevice: boolean
  closedAt: Date | null
  userId: string | null
  userName: string
  companyId: string
  companyName: string
  authorizationText: string
  disclaimer: string
  contact: string
  appEditorSettings: string
  applicantSettings: unknown
}

export type FormSessionRow = {
  wrappedKey: Uint8Array
  submittedAt: Date | null
  expiresAt: Date
  draftBytes: number
}

type LinkAndSession = { link: FormLink; session: FormSessionRow | null }

type By = { linkId: string; sessionId: string } | { slug: string }
type Found = FormLink & {
  place: number
  wrappedKey: Uint8Array | null
  submittedAt: Date | null
  expiresAt: Date | null
  draftBytes: number
}

const BATCH = 50
const finding = perDatabase((db) => batching((wanted: By[]) => findAll(db, wanted), { max: BATCH }))

/**
 * Lookups that arrive together share one statement; LIMIT makes PostgreSQL use an index for each. The bounds of `place`
 * exclude nothing: without them PostgreSQL expects ten rows, and plans anew on each call for fewer, which takes 0.4 ms.
 */
export const findFormLink = ({ db }: Pick<Services, 'db'>, by: By): Promise<LinkAndSession | null> =>
  finding(db)(by)

export async function openFormLink(services: Pick<Services, 'db'>, slug: string): Promise<FormLink> {
  const found = await findFormLink(services, { slug })
  if (!found) throw new AppError('not_found', ({ link }) => link.notFound)
  if (found.link.closedAt) throw new AppError('conflict', ({ link }) => link.closed)
  return found.link
}

async function findAll(db: Database, wanted: By[]): Promise<(LinkAndSession | null)[]> {
  const linkIds = wanted.map((by) => ('slug' in by ? null : by.linkId))
  const sessionIds = wanted.map((by) => ('slug' in by ? null : by.sessionId))
  const slugs = wanted.map((by) => ('slug' in by ? by.slug : null))
  const rows = await db.system('public-form').query<Found>(
    'form-link',
    Prisma.sql`
      SELECT w."place"::int, l."id", l."slug", l."sharedDevice", l."closedAt", l."userId", l."userName", l."companyId",
        c."nameOut" AS "companyName", c."authorizationText", c."disclaimer", c."contact", c."appEditorSettings",
        c."applicantSettings", s."wrappedKey", s."submittedAt", s."expiresAt",
        coalesce(octet_length(s."draft"), 0) AS "draftBytes"
      FROM unnest(${linkIds}::text[], ${sessionIds}::text[], ${slugs}::text[])
          WITH ORDINALITY w ("linkId", "sessionId", "slug", "place")
        JOIN LATERAL (
          SELECT * FROM "GeneratedLink" WHERE "id" = w."linkId" OR "slug" = w."slug" LIMIT 1
        ) l ON true
        JOIN LATERAL (SELECT * FROM "Company" WHERE "id" = l."companyId" LIMIT 1) c ON true
        LEFT JOIN LATERAL (
          SELECT * FROM "FormSession" WHERE "id" = w."sessionId" AND "linkId" = l."id" LIMIT 1
        ) s ON true
      WHERE w."place" BETWEEN 1 AND ${BATCH}`,
  )
  const found = new Map(rows.map(({ place, ...row }) => [place, row]))
  return wanted.map((_by, index) => {
    const row = found.get(index + 1)
    if (!row) return null
    const { wrappedKey, submittedAt, expiresAt, draftBytes, ...link } = row
    const session = wrappedKey && expiresAt ? { wrappedKey, submittedAt, expiresAt, draftBytes } : null
    return { link, session }
  })
}

/** Every visit has the same settings text, so each text is parsed once. */
const forms = new Map<string, VisibleForm>()
const FORMS_KEPT = 500

export function toVisibleForm(link: Pick<FormLink, 'appEditorSettings'>): VisibleForm {
  const known = forms.get(link.appEditorSettings)
  if (known) return known
  try {
    const form = visibleForm(parseSettings(link.appEditorSettings))
    if (forms.size >= FORMS_KEPT) forms.clear()
    forms.set(link.appEditorSettings, form)
    return form
  } catch (cause) {
    if (!(cause instanceof SettingsError)) throw cause
    throw new AppError('unavailable', ({ link }) => link.settings, { cause })
  }
}
