import { LIMITS } from '#domain/limits'
import { findMentions } from '#domain/mentions'
import { withActor, type Tx } from '../../auth/actor.ts'
import { lockRow } from '../../database/lock-row.ts'
import { readPage, type Page } from '../../database/list-query.ts'
import { orNotFound } from '../../errors.ts'
import { addJob } from '../../queue/add-job.ts'
import type { Services } from '../../services.ts'
import { uuidV7 } from '../../uuid.ts'
import { recordAuditIn } from '../audit/audit.service.ts'
import type { AuditActor } from '../audit/record-change.ts'
import { findOwners } from './assignees.ts'
import { noteOpener, placeSelect, sealNote } from './note-text.ts'
import { recordNotesRead } from './record-notes-read.ts'
import type { Note } from './workspace.schema.ts'

const noteSelect = { id: true, authorId: true, authorName: true, text: true, createdAt: true } as const

export async function listNotes(
  services: Services,
  by: AuditActor,
  { id, range }: { id: string; range?: [number, number] | undefined },
): Promise<Page<Note>> {
  const { place, ...page } = await withActor(services.db, by.actor, async (tx) => {
    const place = orNotFound(await tx.formSubmission.findUnique({ where: { id }, select: placeSelect }))
    const open = noteOpener(services, place)
    const where = { submissionId: id }
    const found = await readPage(
      range,
      (cut) => tx.submissionNote.findMany({ where, select: noteSelect, orderBy: { id: 'desc' }, ...cut }),
      () => tx.submissionNote.count({ where }),
      (row) => toNote(row, open(row)),
    )
    return { place, ...found }
  })
  await recordNotesRead(services, by, place, { part: 'notes', range })
  return page
}

/** Colleagues whom the text names get a mail with a link. */
export function addNote(
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  by: AuditActor,
  { id, text }: { id: string; text: string },
): Promise<Note> {
  return withActor(db, by.actor, async (tx) => {
    // Destroying takes the same lock.
    await lockRow(tx, 'FormSubmission', id)
    const place = orNotFound(await tx.formSubmission.findUnique({ where: { id }, select: placeSelect }))
    const noteId = uuidV7()
    const { companyId } = place
    const row = await tx.submissionNote.create({
      data: {
        ...{ id: noteId, submissionId: id, companyId, text: sealNote(keys, place, noteId, text) },
        ...{ authorId: by.actor.userId, authorName: by.actor.name },
      },
      select: noteSelect,
    })
    await recordAuditIn(tx, {
      ...{ ...by, companyId, act: 'submission-noted', objectType: 'submission', objectId: id },
      detail: { note: noteId },
    })
    for (const user of await findMentioned(tx, by, companyId, text))
      await addJob(tx, 'mention', { id, note: noteId, user })
    return toNote(row, text)
  })
}

async function findMentioned(
  tx: Tx,
  { actor }: AuditActor,
  companyId: string,
  text: string,
): Promise<string[]> {
  if (!text.includes('@')) return []
  const colleagues = await findOwners(tx, { companyId, id: { not: actor.userId } })
  return findMentions(text, colleagues)
    .slice(0, LIMITS.mentionsAtOnce)
    .map(({ id }) => id)
}

type Row = { id: string; authorId: string; authorName: string; createdAt: Date }

const toNote = ({ id, authorId, authorName, createdAt }: Row, text: string): Note => ({
  ...{ id, text, author: { id: authorId, name: authorName } },
  createdAt: createdAt.toISOString(),
})
