import { LIMITS } from '#domain/limits'
import { knownCertificates } from '../../evidence/certificates.ts'
import { AuthorityError } from '../../evidence/authority-error.ts'
import { sealFile, toDigest, type SealedFile } from '../../evidence/seals.ts'
import { fileContext } from '../../platform/crypto/contexts.ts'
import type { Tx } from '../../platform/database/db.ts'
import { LOCKS } from '../../platform/database/locks.ts'
import {
  isIntact,
  putEncrypted,
  readEncrypted,
  type StoredFileKey,
} from '../../platform/files/stored-file.ts'
import type { Services } from '../../services.ts'
import { sessionKey } from '../accept/sealed-submission.ts'
import { toEvidence, type EvidenceKind } from './evidence-record.ts'
import type { PrintedApplication } from './printed-application.ts'

type Needs = Pick<Services, 'config' | 'db' | 'keys' | 'storage' | 'pdfs' | 'publicUrl'>
/** `since`: from then on the seal waits for a time stamp */
type Printed = Omit<EvidenceKind, 'seal' | 'issuers'> & { application: PrintedApplication; since: Date }

type Steps = {
  /** called for a file that is not stored yet */
  read: () => Promise<Printed>
  isNoted: (tx: Tx) => Promise<boolean>
  /** @param sealed null: an earlier release stored the file without a seal @returns false once the row is gone */
  note: (tx: Tx, sealed: SealedFile | null) => Promise<boolean>
}

const PUT_MS = 60_000

/**
 * Renders, seals, stores and notes a PDF once. The file can exist without its row, after a crash or when the database was
 * restored from a backup: it is kept, as a sealed file is never written again.
 * @throws AuthorityError, LayoutError
 */
export async function storeSealed(
  services: Needs,
  file: StoredFileKey,
  { read, isNoted, note }: Steps,
): Promise<void> {
  const { db, storage } = services
  const isStored = await isIntact(storage, file)
  const sealed = isStored ? await readStored(services, file) : await makeSealed(services, await read())
  const isKept = await db.system('job').write(async (tx) => {
    // An attempt that was given up may still be at work, and its seal has other bytes.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${file.name}, ${LOCKS.sealedFile}))`
    if (await isNoted(tx)) return true
    if (!isStored && sealed) await putEncrypted(storage, file, sealed.content)
    return note(tx, sealed)
  }, PUT_MS)
  // It was destroyed meanwhile.
  if (!isKept) await storage.remove(file.name)
}

async function makeSealed(services: Needs, { application, since, ...about }: Printed): Promise<SealedFile> {
  const make = (seal: EvidenceKind['seal']) =>
    sealFile(services, seal === 'stamped', (issuers) => {
      const evidence = toEvidence(application, { ...about, seal, issuers })
      return services.pdfs.render({ ...application, evidence })
    })
  if (services.config.timestampUrl === null) return make('plain')
  const isOverdue = Date.now() - since.getTime() > LIMITS.sealPatienceHours * 3_600_000
  return make('stamped').catch((error: unknown) => {
    if (!isOverdue || !(error instanceof AuthorityError)) throw error
    return make('away')
  })
}

async function readStored({ db, pdfs, storage }: Needs, file: StoredFileKey): Promise<SealedFile | null> {
  const content = await readEncrypted(storage, file)
  const { state, sealedAt } = await pdfs.verify(content, await knownCertificates(db), '')
  return state === 'sealed' && sealedAt
    ? { content, digest: toDigest(content), sealedAt: new Date(sealedAt) }
    : null
}

/** @param id of the submission, for its original, or of an addition */
export const sealedFile = (
  keys: Services['keys'],
  place: Parameters<typeof sessionKey>[1],
  id: string,
): StoredFileKey => ({ name: `pdfs/${id}`, key: sessionKey(keys, place), context: fileContext('pdf', id) })
