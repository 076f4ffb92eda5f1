import { createHash } from 'node:crypto'
import type { Tx } from '../platform/database/db.ts'
import type { Services } from '../services.ts'
import { currentSealer, rememberCarried } from './certificates.ts'

type Needs = Pick<Services, 'config' | 'db' | 'keys' | 'pdfs' | 'publicUrl'>

export type SealedFile = { content: Buffer; digest: string; sealedAt: Date }

/** @param isStamped by the time-stamping authority of the settings @throws AuthorityError */
export async function sealFile(services: Needs, pdf: Uint8Array, isStamped: boolean): Promise<SealedFile> {
  const { config, db, pdfs } = services
  const sealedAt = new Date(Math.floor(Date.now() / 1000) * 1000)
  const authority = isStamped ? config.timestampUrl : null
  const level = authority === null ? 'B-B' : 'B-LTA'
  const made = await pdfs.seal(pdf, { ...(await currentSealer(services)), at: sealedAt, level, authority })
  // Before the file is stored, as it can be verified only by them.
  await rememberCarried(db, made.carried)
  const content = Buffer.from(made.pdf)
  return { content, digest: toDigest(content), sealedAt }
}

export const toDigest = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** Makes the digest known: only to those who have the file, as it can't be guessed. */
export async function noteSealed(
  tx: Pick<Tx, 'sealedFile'>,
  { digest, sealedAt, submissionId, additionId = null }: NewSealedFile,
): Promise<void> {
  const row = { digest, sealedAt, submissionId, additionId }
  await tx.sealedFile.upsert({ where: { digest }, create: row, update: {} })
}

type NewSealedFile = Pick<SealedFile, 'digest' | 'sealedAt'> & {
  submissionId: string
  additionId?: string | null
}

/** The SHA-256 of a submission's sealed original; null while there is none. */
export async function findOriginal(db: Services['db'], submissionId: string): Promise<string | null> {
  const find = { where: { submissionId, additionId: null }, select: { digest: true } }
  const found = await db.system('job').run((client) => client.sealedFile.findFirst(find))
  return found?.digest ?? null
}
