import { createHash } from 'node:crypto'
import type { Tx } from '../platform/database/db.ts'
import type { Services } from '../services.ts'
import { currentSealer, rememberCarried } from './certificates.ts'

type Needs = Pick<Services, 'config' | 'db' | 'keys' | 'pdfs' | 'publicUrl'>

export type SealedFile = { content: Buffer; digest: string; sealedAt: Date }

/**
 * @param isStamped by the time-stamping authority of the settings
 * @param render the PDF, whose evidence counts the certificates of issuers that the seal carries
 * @throws AuthorityError
 */
export async function sealFile(
  services: Needs,
  isStamped: boolean,
  render: (issuers: number) => Promise<Uint8Array>,
): Promise<SealedFile> {
  const { config, db, pdfs } = services
  const authority = isStamped ? config.timestampUrl : null
  const level = authority === null ? 'B-B' : 'B-LTA'
  const sealer = await currentSealer(services)
  const pdf = await render(sealer.chain.length)
  // After the certificate, which may have been made just now.
  const sealedAt = new Date(Math.floor(Date.now() / 1000) * 1000)
  const made = await pdfs.seal(pdf, { ...sealer, at: sealedAt, level, authority })
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

/** @returns null until the submission's original is sealed */
export async function findOriginalSeal(
  db: Services['db'],
  submissionId: string,
): Promise<{ digest: string; sealedAt: string } | null> {
  const find = { where: { submissionId, additionId: null } }
  const found = await db.system('job').read((client) => client.sealedFile.findFirst(find))
  return found && { digest: found.digest, sealedAt: found.sealedAt.toISOString() }
}

/** @returns the ids of those that have a sealed file */
export async function findSealedAdditions(db: Services['db'], submissionId: string): Promise<Set<string>> {
  const find = { where: { submissionId, additionId: { not: null } }, select: { additionId: true } }
  const rows = await db.system('job').read((client) => client.sealedFile.findMany(find))
  return new Set(rows.flatMap(({ additionId }) => additionId ?? []))
}
