import { toMailbox } from '#domain/email-addresses'
import { LIMITS } from '#domain/limits'
import { findMentions } from '#domain/mentions'
import { serverMessages } from '#domain/messages/server'
import type { Actor } from '../auth/actor.ts'
import type { Tx } from '../platform/database/db.ts'
import { lockDesk } from '../platform/database/lock-row.ts'
import { readPage, type Page } from '../platform/database/list-query.ts'
import { orNotFound } from '../errors.ts'
import { sendWithin } from '../platform/mail/applicant-mail.ts'
import { addJob } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'
import { uuidV7 } from '../lib/uuid.ts'
import { recordEvent, type AuditActor } from '../events/record-event.ts'
import { findReaders } from './assignees.ts'
import type { Note } from './desk.schema.ts'
import { recordListing } from '../events/audit/record-reading.ts'
import { columnContext } from '../platform/crypto/contexts.ts'
import type { KeyRing } from '../platform/crypto/keys.ts'
import { openText, sealBytes } from '../platform/crypto/seal.ts'
import { sessionKey, readOrNull } from '../submissions/accept/sealed-submission.ts'

const noteSelect = { id: true, authorId: true, authorName: true, text: true, createdAt: true } as const

export async function listNotes(
  services: Services,
  by: AuditActor,
  { id, range }: { id: string; range?: [number, number] | undefined },
): Promise<Page<Note>> {
  const { place, ...page } = await services.db.as(by.actor).write(async (tx) => {
    const place = orNotFound(await tx.formSubmission.findUnique({ where: { id }, select: submissionSelect }))
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
  services: Pick<Services, 'db' | 'keys' | 'config' | 'log'>,
  by: AuditActor,
  { id, text }: { id: string; text: string },
): Promise<Note> {
  const { db, keys } = services
  return db.as(by.actor).write(async (tx) => {
    // Destroying takes the same lock.
    await lockDesk(tx, id)
    const { companyId, ...row } = await storeNote(tx, keys, by.actor, { id, text })
    const mentioned = await findMentioned(tx, by, { id, companyId }, text)
    await recordEvent(tx, {
      ...by,
      companyId,
      act: 'submission-noted',
      objectType: 'submission',
      objectId: id,
      detail: { note: row.id },
      told: [...mentioned.values()],
    })
    for (const [mailbox, user] of mentioned) {
      const budget = ['mentionPerAuthorAndRecipient', by.actor.userId, mailbox] as const
      const job = { id, note: row.id, user }
      await sendWithin(services, [budget], () => addJob(tx, 'mention', job), { submissionId: id })
    }
    return toNote(row, text)
  })
}

/** @param id of the submission */
export async function storeNote(
  tx: Tx,
  keys: KeyRing,
  { userId, name }: Pick<Actor, 'userId' | 'name'>,
  { id, text }: { id: string; text: string },
) {
  const place = orNotFound(await tx.formSubmission.findUnique({ where: { id }, select: submissionSelect }))
  const { companyId } = place
  const note = uuidV7()
  const sealed = { id: note, companyId, text: sealNote(keys, place, note, text) }
  const data = { ...sealed, submissionId: id, authorId: userId, authorName: name }
  return tx.submissionNote.create({ data, select: { ...noteSelect, companyId: true } })
}

/** @returns user ids by mailbox */
async function findMentioned(
  tx: Tx,
  { actor }: AuditActor,
  { id, companyId }: { id: string; companyId: string },
  text: string,
): Promise<Map<string, string>> {
  if (!text.includes('@')) return new Map()
  const colleagues = await findReaders(tx, { companyId, id: { not: actor.userId } }, id)
  const named = findMentions(text, colleagues).slice(0, LIMITS.mentionsAtOnce)
  return new Map(named.map((user) => [toMailbox(user.email), user.id]))
}

type Row = { id: string; authorId: string; authorName: string; createdAt: Date }

const toNote = ({ id, authorId, authorName, createdAt }: Row, text: string): Note => ({
  id,
  text,
  author: { id: authorId, name: authorName },
  createdAt: createdAt.toISOString(),
})

/** The panel loads both again after each change, so it is recorded once a minute. */
export const recordNotesRead = (
  services: Services,
  by: AuditActor,
  { id, companyId }: { id: string; companyId: string },
  query: object,
): Promise<void> =>
  recordListing(services, by, {
    act: 'notes-listed',
    objectType: 'submission',
    objectId: id,
    rows: new Map([[companyId, 1]]),
    query,
  })

/** The columns that the key of a submission's notes is made of. */
export const submissionSelect = {
  id: true,
  companyId: true,
  formSession: { select: { wrappedKey: true } },
} as const

type Place = Parameters<typeof sessionKey>[1]

type Table = 'SubmissionNote' | 'Task'
const toContext = (id: string, { companyId }: Place, table: Table = 'SubmissionNote'): string =>
  columnContext(table, 'text', id, companyId)

export const sealNote = (keys: KeyRing, place: Place, id: string, text: string, table?: Table) =>
  sealBytes(sessionKey(keys, place), text, toContext(id, place, table))

/** @returns a reader of the place's notes or tasks; one that does not open has a text that says so */
export function noteOpener(services: Pick<Services, 'keys' | 'log'>, place: Place, table?: Table) {
  const key = readOrNull(services, place.id, () => sessionKey(services.keys, place))
  return ({ id, text }: { id: string; text: Uint8Array }): string =>
    (key && readOrNull(services, place.id, () => openText(key, text, toContext(id, place, table)))) ??
    serverMessages.parseError
}
