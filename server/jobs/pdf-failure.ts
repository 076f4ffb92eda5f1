import type { PdfFailure } from '#domain/pdf-failure'
import { withSystem, type Tx } from '../auth/actor.ts'
import { SealError, UnknownKeyError } from '../crypto/seal.ts'
import { recordAuditIn } from '../modules/audit/audit.service.ts'
import { LayoutError } from '../pdf/layout-error.ts'
import type { Services } from '../services.ts'
import { JobError } from './job-error.ts'

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
    const [failed] = await tx.formSubmission.updateManyAndReturn({
      where: { id, pdfState: 'pending' },
      data: { pdfState: 'failed', pdfFailure: failure },
      select: { companyId: true },
    })
    if (!failed) return
    await recordAuditIn(tx, {
      companyId: failed.companyId,
      actor: null,
      act: 'submission-pdf-failed',
      objectType: 'submission',
      objectId: id,
      ip: '',
      detail: { failure },
    })
  }
  await withSystem(db, 'job', work, PATIENCE_MS)
  const origin = cause instanceof Error && cause.cause ? cause.cause : cause
  const err = origin && new JobError(`application-pdf of ${id}`, origin)
  log.error({ submissionId: id, failure, err }, 'could not make the PDF of this submission')
}
