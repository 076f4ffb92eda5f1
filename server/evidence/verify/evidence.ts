import type { PdfFile } from './pdf-file.ts'
import { Stream, Text } from './pdf-syntax.ts'

export const EVIDENCE_FILE = 'evidence.json'

const SEALS = ['stamped', 'plain', 'away'] as const

/** What a sealed file says of itself, for programs; its evidence page says the same to people. */
export type Evidence = {
  version: 1
  kind: 'original' | 'copy' | 'addition'
  submission: string
  /** 'stamped': the seal is followed by a time stamp of the whole file, without which the file was cut */
  seal?: (typeof SEALS)[number]
  /** how many certificates of its issuers the seal carries; not in files of the first release with seals */
  issuers?: number
  /** SHA-256 of the original in hex; of a copy or an addition */
  original: string | null
  signers: { name: string; signedAt: string }[]
  /** what the evidence page says: sections of labels and values */
  page: { title: string; rows: (readonly [label: string, value: string])[] }[]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** @returns null if the file has none that can be read */
export async function readEvidence(file: PdfFile): Promise<Evidence | null> {
  const catalog = await file.dict(file.trailer?.get('Root'))
  const names = await file.resolve(catalog.get('Names'))
  const files = names instanceof Map ? await file.resolve(names.get('EmbeddedFiles')) : null
  const list = files instanceof Map ? await file.array(files.get('Names')) : []
  const place = list.findIndex((item) => item instanceof Text && item.value === EVIDENCE_FILE)
  const entry = place < 0 ? null : await file.resolve(list[place + 1])
  const embedded = entry instanceof Map ? await file.resolve(entry.get('EF')) : null
  const stream = embedded instanceof Map ? await file.resolve(embedded.get('F')) : null
  if (!(stream instanceof Stream)) return null
  try {
    return parseEvidence(JSON.parse(new TextDecoder().decode((await file.data(stream)).content)))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function parseEvidence(read: unknown): Evidence | null {
  if (!isRecord(read) || read.version !== 1) return null
  const { kind, submission, original, seal, issuers, signers, page } = read
  if (kind !== 'original' && kind !== 'copy' && kind !== 'addition') return null
  if (typeof submission !== 'string' || !(original === null || typeof original === 'string')) return null
  if (!Array.isArray(signers)) return null
  const named = signers
    .filter(isRecord)
    .map(({ name, signedAt }) => ({ name: String(name), signedAt: String(signedAt) }))
  const sections = (Array.isArray(page) ? page : []).filter(isRecord).map(({ title, rows }) => ({
    title: String(title),
    rows: (Array.isArray(rows) ? rows : [])
      .filter((row) => Array.isArray(row))
      .map((row: unknown[]) => [String(row[0]), String(row[1])] as const),
  }))
  const made = SEALS.find((each) => each === seal)
  return {
    version: 1,
    kind,
    submission,
    original,
    ...(made && { seal: made }),
    ...(typeof issuers === 'number' && { issuers }),
    signers: named,
    page: sections,
  }
}
