import { INPUTS } from '#domain/catalogue/index'
import { parseDeskSettings } from '#domain/desk-settings'
import { getOwn } from '#domain/get-own'
import { isRecord } from '#domain/json'
import { documentMessages } from '#domain/messages/document'
import { timelineSentence, type TimelineNames } from '#domain/messages/timeline'
import {
  FUNDERS_ACTS,
  TIMELINE_KINDS,
  timelineActions,
  timelineKind,
  type TimelineKind,
} from '#domain/events'
import { toSkipTake, type Page } from '../platform/database/cursor.ts'
import { orNotFound } from '../errors.ts'
import type { Prisma } from '../generated/client.ts'
import type { Services } from '../services.ts'
import type { AuditActor } from '../events/record-event.ts'
import { documentName, nameSelect } from '../documents/document-name.ts'
import { noteOpener, submissionSelect, recordNotesRead } from './notes.service.ts'
import type { TimelineEntry, TimelineInput } from './desk.schema.ts'

/** The audit entries about a submission and its documents, newest first, with the text of its notes. */
export async function readTimeline(
  services: Services,
  by: AuditActor,
  { id, range, filter }: TimelineInput,
): Promise<Page<TimelineEntry>> {
  const { from, ...cut } = toSkipTake(range)
  const found = await services.db.as(by.actor).write(async (tx) => {
    const select = { ...submissionSelect, company: { select: { deskSettings: true } } }
    const place = orNotFound(await tx.formSubmission.findUnique({ where: { id }, select }))
    const documents = await tx.document.findMany({ where: { formSessionId: id }, select: nameSelect })
    const where = {
      AND: [
        { OR: [{ objectType: 'submission', objectId: id }, ofDocuments(documents)] },
        { OR: (filter?.kind ?? TIMELINE_KINDS).flatMap(ofKind) },
      ],
    }
    const total = await tx.auditEntry.count({ where })
    const entries = await tx.auditEntry.findMany({ where, orderBy: { id: 'desc' }, ...cut })
    const notes = await tx.submissionNote.findMany({
      where: { submissionId: id, id: { in: entries.flatMap(({ detail }) => textIn(detail, 'note') ?? []) } },
      select: { id: true, text: true },
    })
    return { place, documents, total, entries, notes }
  })
  await recordNotesRead(services, by, found.place, { part: 'timeline', range, filter })
  const open = noteOpener(services, found.place)
  const texts = new Map(found.notes.map((note) => [note.id, open(note)]))
  const files = new Map(found.documents.map((row) => [row.id, documentName(services, row)]))
  const names = toNames(found.place.company.deskSettings)
  return {
    rows: found.entries.map((entry) => toEntry(entry, { names, texts, files })),
    total: found.total,
    from,
  }
}

const ofDocuments = (documents: readonly { id: string }[]): Prisma.AuditEntryWhereInput => ({
  objectType: 'document',
  objectId: { in: documents.map(({ id }) => id) },
})

const ofKind = (kind: TimelineKind): Prisma.AuditEntryWhereInput[] => [
  { act: { in: timelineActions(kind) } },
  ...(kind === 'read' || kind === 'download'
    ? [
        {
          act: { in: timelineActions('opening') },
          detail: { path: ['download'], equals: kind === 'download' },
        },
      ]
    : []),
]

function textIn(detail: unknown, key: string): string | null {
  const value = isRecord(detail) ? getOwn(detail, key) : undefined
  return typeof value === 'string' ? value : null
}

function toNames(deskSettings: unknown): TimelineNames {
  const { statuses, reasons } = parseDeskSettings(deskSettings)
  const findName = (list: readonly { key: string; name: string }[]) => (key: string) =>
    list.find((each) => each.key === key)?.name ?? key
  return {
    status: findName(statuses),
    reason: findName([...reasons.declined, ...reasons.withdrawn]),
    field: (key) => INPUTS.get(key)?.label ?? key,
    documentType: (key) => getOwn<string>(documentMessages.types, key) ?? key,
  }
}

type Stored = Prisma.AuditEntryGetPayload<object>
type Known = { names: TimelineNames; texts: Map<string, string>; files: Map<string, string> }

const toEntry = (entry: Stored, { names, texts, files }: Known): TimelineEntry => {
  const { act, detail, objectId, ip } = entry
  const documentId = (act === 'package-document-viewed' && textIn(detail, 'document')) || objectId
  const [kind, file] = [timelineKind(act, detail), files.get(documentId)]
  const funder = FUNDERS_ACTS.has(act) ? textIn(detail, 'name') : null
  const move = (key: string) => (kind === 'status' ? textIn(detail, key) : null)
  return {
    id: String(entry.id),
    at: entry.at.toISOString(),
    kind,
    act,
    ip,
    actor: { id: entry.actorId, name: entry.actorName || (funder ?? '') },
    sentence: timelineSentence(act, detail, names),
    text: texts.get(textIn(detail, 'note') ?? '') ?? null,
    from: move('from'),
    to: move('to'),
    document: file === undefined ? null : { id: documentId, name: file },
  }
}
