import { canPerform } from '#domain/actions'
import { reachesAllCompanies } from '#domain/permissions'
import { SIGNATURE_MARKER } from '#domain/catalogue/display'
import { maskValues, type ViewMode } from '#domain/catalogue/formatted-view'
import { serverMessages } from '#domain/messages/server'
import type { Tx } from '../platform/database/db.ts'
import type { Page } from '../platform/database/cursor.ts'
import { mapInPieces } from '../lib/map-in-pieces.ts'
import { orNotFound } from '../errors.ts'
import type { Prisma } from '../generated/client.ts'
import type { Services } from '../services.ts'
import { recordEventsNow, type AuditActor } from '../events/record-event.ts'
import { countByCompany, recordListing } from '../events/audit/record-reading.ts'
import { noteOpener } from '../desk/notes.service.ts'
import { toLegalHold } from '../retention/hold.service.ts'
import { findSealedAdditions } from '../evidence/seals.ts'
import { readDeal } from '../offers/deal.ts'
import type { Deal } from '../offers/funding.schema.ts'
import { openTold, toldSelect } from './create/told.ts'
import { isSignedByFirst, openDrawn } from './signing/drawn-signature.ts'
import { openSigning, signingSelect } from './signing/signing-record.ts'
import { additionsSelect } from './view/submission-additions.ts'
import { answersSelect, readOrNull } from './accept/sealed-submission.ts'
import { findDuplicates } from './view/duplicates.ts'
import { toLink, type Listed } from './list/columns.ts'
import { toCondition } from './list/condition.ts'
import { findPage } from './list/page.ts'
import { findRow, toRow, type SubmissionRow } from './list/rows.ts'
import type { ListInput, SubmissionRecord, SubmissionView } from './submission.schema.ts'

export async function listSubmissions(
  services: Services,
  by: AuditActor,
  asked: ListInput,
): Promise<Page<SubmissionRow>> {
  const { filter } = asked
  const { searched, ...page } = await searchPage(services, by, asked)
  const { q: _q, columns, ...narrowed } = filter ?? {}
  await recordListing(services, by, {
    act: 'submissions-listed',
    objectType: 'submission',
    query: asked,
    rows: countByCompany(
      page.rows.map(({ companyId }) => companyId),
      by,
    ),
    detail: { searched, ...(searched && columns && { columns: columns.join(', ') }), ...narrowed },
  })
  const withFigures = page.rows.filter(({ trueRevenue }) => trueRevenue !== null)
  if (withFigures.length > 0)
    await recordListing(services, by, {
      act: 'statements-read',
      objectType: 'submission',
      query: asked,
      rows: countByCompany(
        withFigures.map(({ companyId }) => companyId),
        by,
      ),
    })
  return { ...page, rows: await mapInPieces(page.rows, toRow) }
}

/** Searches without owners while they are looked up: both take as long, and few texts match an owner. */
async function searchPage(services: Services, { actor }: AuditActor, asked: ListInput) {
  const { db } = services
  const isOfAll = reachesAllCompanies(actor) && asked.filter?.q !== undefined
  const byRest = async () =>
    findPage(db, await toCondition(services, actor, asked.filter, { byOwners: false }), asked)
  const [likely, condition] = await Promise.all([
    isOfAll ? byRest() : null,
    toCondition(services, actor, asked.filter),
  ])
  const page = likely && !condition.owned ? likely : await findPage(db, condition, asked)
  return { ...page, searched: condition.searched }
}

/** The whole submission; in full it is recorded as a reveal. */
export async function revealSubmission(
  services: Services,
  by: AuditActor,
  id: string,
): Promise<SubmissionRecord> {
  const masked = !canPerform(by.actor, 'submission.reveal')
  const act = masked ? 'submission-viewed' : 'submission-revealed'
  const row = await readAndRecord(services, by, id, act, (tx) =>
    tx.formSubmission.findUnique({ where: { id }, select: recordSelect }),
  )
  const { authorizationText, disclaimer, clientIp } = row
  return {
    ...(await openRow(services, row, masked ? 'masked' : 'full')),
    masked,
    authorizationText,
    disclaimer,
    clientIp,
  }
}

/** The submission as its page shows it, sensitive values masked. */
export async function viewSubmission(
  services: Services,
  by: AuditActor,
  id: string,
): Promise<SubmissionView> {
  const { duplicates, ...row } = await readAndRecord(services, by, id, 'submission-viewed', async (tx) => {
    const found = await tx.formSubmission.findUnique({
      where: { id },
      select: {
        ...viewSelect,
        taxIdHash: true,
        ssnHashes: true,
        company: { select: { deskSettings: true } },
      },
    })
    return found && { ...found, duplicates: await findDuplicates(tx, by.actor, found) }
  })
  return { ...(await openRow(services, row, 'masked')), duplicates }
}

const viewSelect = {
  ...answersSelect,
  formSession: { select: toldSelect },
  ...signingSelect,
  signatures: true,
  additions: additionsSelect,
} as const
const recordSelect = {
  ...viewSelect,
  authorizationText: true,
  disclaimer: true,
} as const

type Standing = { listed: Listed; reasonNote: { id: string; text: Uint8Array } | null; deal: Deal }

/** Reads and records in one, so that no caller gets a submission without an audit entry. */
async function readAndRecord<Row extends { id: string; companyId: string; duplicates?: unknown[] }>(
  services: Services,
  by: AuditActor,
  id: string,
  act: 'submission-viewed' | 'submission-revealed',
  read: (tx: Tx) => Promise<Row | null>,
): Promise<Row & Standing> {
  const row = orNotFound(
    await services.db.as(by.actor).write(async (tx) => {
      const [found, listed] = [await read(tx), await findRow(tx, id)]
      const where = { id: listed?.reasonNoteId ?? '' }
      const reasonNote = await tx.submissionNote.findUnique({ where, select: { id: true, text: true } })
      return found && listed && { ...found, listed, reasonNote, deal: await readDeal(tx, id) }
    }),
  )
  const { actor, ip } = by
  const entry = { actor, ip, companyId: row.companyId, objectType: 'submission', objectId: row.id }
  const compared = row.duplicates?.length
    ? [{ ...entry, act: 'submissions-compared' as const, detail: { rows: row.duplicates.length } }]
    : []
  await recordEventsNow(services, [{ ...entry, act }, ...compared])
  return row
}

type Opened = Prisma.FormSubmissionGetPayload<{ select: typeof viewSelect }> & Standing

async function openRow(services: Services, row: Opened, mode: ViewMode) {
  const isMasked = mode === 'masked'
  const told = readOrNull(services, row.id, () => openTold(services.keys, row))
  const opened = await openDrawn(services, row, isMasked ? maskValues : undefined)
  const values = opened.values && isMasked ? maskValues(opened.values) : opened.values
  const sealed = row.additions.length > 0 ? await findSealedAdditions(services.db, row.id) : new Set<string>()
  return {
    ...toRow(row.listed),
    ...row.deal,
    signed: isSignedByFirst(opened),
    applicant: told?.applicant ?? null,
    metadata: told?.metadata ?? {},
    formData: values ? JSON.stringify(values) : serverMessages.parseError,
    answers: values,
    generatedLink: toLink(row.listed),
    reasonText: row.reasonNote && noteOpener(services, row)(row.reasonNote),
    legalHold: toLegalHold(row.listed),
    additions: opened.additions.map(({ signature, ...addition }) => ({
      ...addition,
      hasPdf: sealed.has(addition.id),
      signature: signature && isMasked ? SIGNATURE_MARKER : signature,
    })),
    unreadableSignatures: opened.unreadable,
    signing: readOrNull(services, row.id, () => openSigning(services.keys, row)),
  }
}
