import { randomBytes } from 'node:crypto'
import { withSystem, type Tx } from '../auth/actor.ts'
import { fileContext, formSessionKeyContext } from '../crypto/contexts.ts'
import { KEY_BYTES } from '../crypto/seal.ts'
import { documentFile, fileKeyForSession, sealForSession } from '../modules/document/document-key.ts'
import { openName, sealName } from '../modules/document/document-name.ts'
import { openDraft, sealDraft } from '../modules/form-session/form-session-draft.ts'
import { openTexts, readAnswers, sealTexts } from '../modules/submission/application-record.ts'
import { keyedColumns } from '../modules/submission/keyed-columns.ts'
import type { Services } from '../services.ts'
import { uuidV7 } from '../uuid.ts'
import { reencryptFile } from './re-encrypt-file.ts'

type Needs = Pick<Services, 'db' | 'keys' | 'storage'>
type Copy = { name: string; key: Buffer; opened: boolean }
/** The new place of each file, by its old one. */
type Copies = Map<string, Copy>

/** `lost`: the names of files that are gone or do not open. */
export type Reencrypted = { files: number; lost: string[] }

/** How often uploads, a submit or the drawing of its PDF may come in between. */
const ATTEMPTS = 5

/**
 * Gives a form session another data key under the current main key, and everything under it: draft, application, its
 * hashes, and its files, which get new names. Files are copied first, without holding anybody up; then all rows change
 * in one transaction that holds the session's row, as saving, uploading and submitting do. The old files go last.
 *
 * @throws SealError for a row that does not open; whatever the storage throws
 */
export async function reencryptSession(services: Needs, id: string): Promise<Reencrypted> {
  const { db, storage } = services
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = await withSystem(db, 'maintenance', (tx) => read(tx, id))
    if (!before) return { files: 0, lost: [] }
    const newKey = services.keys.newDataKey(formSessionKeyContext(id, before.companyId))
    const copies = await copyFiles(services, before, newKey.key)
    // If this throws it is not known what was committed, so all files stay; the sweep removes those that no row knows.
    const replaced = await withSystem(db, 'maintenance', (tx) => replace(services, tx, id, newKey, copies))
    const moved = new Set(replaced)
    for (const [old, copy] of copies) if (!moved.has(old)) await storage.remove(copy.name)
    if (!replaced) continue
    for (const name of replaced) await storage.remove(name)
    const lost = [...copies].filter(([, copy]) => !copy.opened).map(([name]) => name)
    return { files: replaced.length, lost }
  }
  throw new Error(`The form session ${id} changed all the time`)
}

async function read(tx: Tx, id: string) {
  const session = await tx.formSession.findUnique({
    where: { id },
    select: { companyId: true, wrappedKey: true, draft: true },
  })
  if (!session) return null
  const documents = await tx.document.findMany({
    where: { formSessionId: id },
    select: {
      id: true,
      companyId: true,
      storedAs: true,
      wrappedKey: true,
      filename: true,
      originalFilename: true,
    },
  })
  const submission = await tx.formSubmission.findUnique({
    where: { id },
    select: { id: true, companyId: true, formData: true, signatures: true, pdfFile: true },
  })
  return { id, ...session, documents, submission }
}
type Found = NonNullable<Awaited<ReturnType<typeof read>>>

/** @param newKey the session's data key to be, which its PDF is encrypted with; other files have keys of their own */
async function copyFiles({ keys, storage }: Needs, found: Found, newKey: Buffer): Promise<Copies> {
  const copies: Copies = new Map()
  for (const document of found.documents) {
    const from = documentFile(keys, { ...document, formSession: found })
    const to = { ...from, name: `documents/${uuidV7()}`, key: randomBytes(KEY_BYTES) }
    copies.set(from.name, { ...to, opened: await reencryptFile(storage, from, to) })
  }
  const { submission } = found
  if (!submission?.pdfFile) return copies
  const context = fileContext('pdf', found.id)
  const from = { name: submission.pdfFile, key: dataKey(keys, found), context }
  const to = { name: `pdfs/${uuidV7()}`, key: newKey, context }
  return copies.set(from.name, { ...to, opened: await reencryptFile(storage, from, to) })
}

/** Answers which files have another place now; null, with nothing changed, when there are files that have no copy yet. */
async function replace(
  { keys }: Needs,
  tx: Tx,
  id: string,
  newKey: { key: Buffer; wrapped: Buffer<ArrayBuffer> },
  copies: Copies,
): Promise<string[] | null> {
  await tx.$queryRaw`SELECT 1 FROM "FormSession" WHERE "id" = ${id} FOR UPDATE`
  const found = await read(tx, id)
  if (!found) return []
  const { documents, submission, draft } = found
  const names = [
    ...documents.map(({ storedAs }) => storedAs),
    ...(submission?.pdfFile ? [submission.pdfFile] : []),
  ]
  if (names.some((name) => !copies.has(name))) return null

  const oldKey = dataKey(keys, found)
  const sealed = draft && sealDraft(newKey.key, found, openDraft(oldKey, found, draft))
  // Not by Prisma, which would set updatedAt: nothing has changed for anybody.
  await tx.$executeRaw`
    UPDATE "FormSession" SET "wrappedKey" = ${newKey.wrapped}, "draft" = ${sealed}::bytea WHERE "id" = ${id}`
  for (const document of documents) {
    const copy = copies.get(document.storedAs)
    // A file that did not open keeps its name and its key, in case it comes back from a backup.
    const fileKey = fileKeyForSession(oldKey, document)
    const [storedAs, key] = copy?.opened ? [copy.name, copy.key] : [document.storedAs, fileKey]
    const data = {
      ...sealName(key, document, openName(fileKey, document)),
      storedAs,
      wrappedKey: sealForSession(newKey.key, document, key),
    }
    await tx.document.update({ where: { id: document.id }, data, select: { id: true } })
  }
  if (submission) {
    const texts = openTexts(oldKey, submission)
    const pdf = submission.pdfFile === null ? undefined : copies.get(submission.pdfFile)
    const data = {
      ...sealTexts(newKey.key, submission, texts),
      ...keyedColumns(keys, submission, readAnswers(texts.formData), texts),
      // A PDF that did not open is drawn again from what was submitted, at the next sweep.
      ...(pdf && (pdf.opened ? { pdfFile: pdf.name } : { pdfFile: null, pdfState: 'pending' as const })),
    }
    await tx.formSubmission.update({ where: { id }, data, select: { id: true } })
  }
  return names.filter((name) => copies.get(name)?.opened)
}

const dataKey = (keys: Services['keys'], { id, companyId, wrappedKey }: Found): Buffer =>
  keys.unwrap(wrappedKey, formSessionKeyContext(id, companyId))
