import type { PdfFailure } from '#domain/pdf-failure'
import type { Tx } from '../platform/database/db.ts'
import { SealError, UnknownKeyError } from '../platform/crypto/seal.ts'
import { StorageUnavailableError } from '../platform/files/storage.ts'
import { recordEvent } from '../events/record-event.ts'
import { mailReceiptNow } from '../platform/queue/add-job.ts'
import { LayoutError } from '../submissions/pdf/layout-error.ts'
import type { Services } from '../services.ts'

class DamagedDataError extends Error {
  override name = 'DamagedDataError'
  readonly reason = 'damaged_data'
}

export const permanentFailure = (error: unknown): PdfFailure | null =>
  error instanceof LayoutError || error instanceof DamagedDataError ? error.reason : null

/** Reads twice before it reports damage: a key rotation between two statements of one read looks like damage. */
export async function readIntact<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read().catch((error: unknown) => {
      if (isDamage(error)) return read()
      throw error
    })
  } catch (cause) {
    throw isDamage(cause) ? new DamagedDataError('cannot read the stored answers', { cause }) : cause
  }
}

const isDamage = (error: unknown): boolean =>
  error instanceof SyntaxError || (error instanceof SealError && !(error instanceof UnknownKeyError))

/** The job's own statement may hold the row for as long after its connection was given up. */
const PATIENCE_MS = 60_000

export async function failPdf(
  { db, log }: Pick<Services, 'db' | 'log'>,
  id: string,
  failure: PdfFailure,
  cause?: unknown,
): Promise<void> {
  const work = async (tx: Tx): Promise<void> => {
    const [failed] = await tx.submissionDesk.updateManyAndReturn({
      where: { id, pdfState: 'pending' },
      data: { pdfState: 'failed', pdfFailure: failure },
      select: { companyId: true },
    })
    if (!failed) return
    await recordEvent(tx, {
      companyId: failed.companyId,
      actor: null,
      act: 'submission-pdf-failed',
      objectType: 'submission',
      objectId: id,
      ip: '',
      detail: { failure },
    })
    await mailReceiptNow(tx, id)
  }
  await db.system('job').write(work, PATIENCE_MS)
  const origin = cause instanceof Error && cause.cause ? cause.cause : cause
  const err = origin && new JobError(`application-pdf of ${id}`, origin)
  log.error({ submissionId: id, failure, err }, 'could not make the PDF of this submission')
}

/** Omits the cause's message, which may quote an applicant's answers, but for the store's, whose words are ours. */
export class JobError extends Error {
  override name = 'JobError'

  constructor(job: string, cause: unknown) {
    super(`${job}: ${classify(cause)}`)
    const frames = cause instanceof Error ? (cause.stack ?? '').split('\n').filter(isFrame) : []
    this.stack = [`${this.name}: ${this.message}`, ...frames].join('\n')
  }
}

/** 'Error ESOCKET ECONNREFUSED CONN', 'PrismaClientKnownRequestError P2024', 'Error EENVELOPE 550 RCPT TO' */
function classify(cause: unknown): string {
  if (!(cause instanceof Error)) return typeof cause
  if (cause instanceof StorageUnavailableError) return `${cause.name}: ${cause.message}`
  const details = ['code', 'originalCode', 'responseCode', 'command'].map((key): unknown =>
    Reflect.get(cause, key),
  )
  return [cause.name, ...details]
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .join(' ')
}

const isFrame = (line: string): boolean => /^\s+at /.test(line)
