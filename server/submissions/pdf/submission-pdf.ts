import type { Values } from '#domain/catalogue/values'
import { canPerform } from '#domain/actions'
import { maskValues } from '#domain/catalogue/formatted-view'
import { pdfMessages } from '#domain/messages/pdf'
import { serverMessages } from '#domain/messages/server'
import type { Actor } from '../../auth/actor.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { LayoutError } from './layout-error.ts'
import { requireIntact } from '../../platform/files/require-intact.ts'
import { readEncrypted } from '../../platform/files/stored-file.ts'
import { findOriginalSeal, findSealedAdditions, sealFile } from '../../evidence/seals.ts'
import type { Services } from '../../services.ts'
import { recordAction, type AuditActor } from '../../events/record-event.ts'
import { printCashFlow } from '../../statements/printed-cash-flow.ts'
import { toEvidence } from './evidence-record.ts'
import type { PrintedSection } from './printed-application.ts'
import { pdfName } from './pdf-name.ts'
import { sealedFile } from './sealed-pdf.ts'
import { openAdditions } from '../view/submission-additions.ts'
import { printedApplication, printedSelect, toPrintedRow, type PrintedRow } from './to-printed-application.ts'

type Wanted = { original: boolean; addition?: string | undefined }

/** The stored original or addition, or a copy stamped with who took it and when. */
export async function submissionPdf(
  services: Services,
  actor: Actor,
  id: string,
  { ip, download, ...wanted }: Wanted & { ip: string; download: boolean },
): Promise<{ name: string; content: Buffer }> {
  const { companyId, name, content } = await requireIntact(services, { document: null, submission: id }, () =>
    readContent(services, { actor, ip }, id, wanted),
  )
  const submission = { companyId, objectType: 'submission', objectId: id }
  await recordAction(services, { actor, ip }, 'submission-pdf-downloaded', submission, {
    ...wanted,
    download,
  })
  return { name, content }
}

async function readContent(
  services: Services,
  { actor, ip }: AuditActor,
  id: string,
  { original, addition }: Wanted,
) {
  const { db, keys, storage } = services
  const select = { ...printedSelect, pdfState: true, pdfFile: true }
  const row = toPrintedRow(
    orNotFound(await db.as(actor).write((tx) => tx.submissionDesk.findUnique({ where: { id }, select }))),
  )
  const { companyId, pdfState, pdfFile: name } = row
  if (addition) {
    const isMade = (await findSealedAdditions(db, id)).has(addition)
    if (!isMade) throw new AppError('not_found', serverMessages.pdfMissing)
    const content = await readEncrypted(storage, sealedFile(keys, row, addition))
    return { companyId, name: pdfName(row, pdfMessages.addition), content }
  }
  if (pdfState !== 'ready' || name === null) throw new AppError('not_found', serverMessages.pdfMissing)
  const content = original
    ? await readEncrypted(storage, { ...sealedFile(keys, row, id), name })
    : await renderStamped(
        services,
        { ...row, cashFlow: await printCashFlow(services, { actor, ip }, id) },
        actor.name,
        canPerform(actor, 'submission.reveal') ? {} : { mask: maskValues },
      )
  return { companyId, name: pdfName(row), content }
}

type Row = PrintedRow & Parameters<typeof openAdditions>[1] & { cashFlow?: PrintedSection | null }

/**
 * A sealed copy that names its original. @throws AppError unprintable
 * @param name of its reader, printed at the foot; null where the file is marked there
 * @param finish changes the copy before it is sealed
 */
export async function renderStamped(
  services: Omit<Services, 'sessions' | 'mailer'>,
  row: Row,
  name: string | null,
  { mask = (values: Values) => values, forApplicant = false, finish = async (pdf: Buffer) => pdf },
): Promise<Buffer> {
  const application = await printedApplication(services, row, forApplicant)
  const additions = openAdditions(services.keys, row, mask).map((addition) => ({
    ...addition,
    signature: mask({ signer1Signature: addition.signature }).signer1Signature ?? '',
  }))
  const { cashFlow = null } = row
  const printed = { ...application, values: mask(application.values), additions, cashFlow }
  const original = (await findOriginalSeal(services.db, row.id))?.digest ?? null
  try {
    const stamp = name === null ? {} : { stampedFor: { name, at: new Date() } }
    const copy = await sealFile(services, false, async (issuers) => {
      const evidence = toEvidence(printed, { kind: 'copy', original, seal: 'plain', issuers })
      return finish(await services.pdfs.render({ ...printed, evidence }, stamp))
    })
    return copy.content
  } catch (cause) {
    throw cause instanceof LayoutError ? new AppError('unprintable', undefined, { cause }) : cause
  }
}
