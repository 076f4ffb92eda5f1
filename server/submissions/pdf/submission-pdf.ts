import type { Values } from '#domain/catalogue/values'
import { serverMessages } from '#domain/messages/server'
import type { Actor } from '../../auth/actor.ts'
import { fileContext } from '../../platform/crypto/contexts.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { LayoutError } from './layout-error.ts'
import { requireIntact } from '../../platform/files/require-intact.ts'
import { readEncrypted } from '../../platform/files/stored-file.ts'
import type { Services } from '../../services.ts'
import { recordAction } from '../../events/record-event.ts'
import { pdfName } from './pdf-name.ts'
import { sessionKey } from '../accept/sealed-submission.ts'
import { openAdditions } from '../view/submission-additions.ts'
import { printedApplication, printedSelect, toPrintedRow, type PrintedRow } from './to-printed-application.ts'

/** The stored original, or a copy stamped with who took it and when. */
export async function submissionPdf(
  services: Services,
  actor: Actor,
  id: string,
  { ip, original, download }: { ip: string; original: boolean; download: boolean },
): Promise<{ name: string; content: Buffer }> {
  const { companyId, name, content } = await requireIntact(services, { document: null, submission: id }, () =>
    readContent(services, actor, id, original),
  )
  const submission = { companyId, objectType: 'submission', objectId: id }
  await recordAction(services, { actor, ip }, 'submission-pdf-downloaded', submission, { original, download })
  return { name, content }
}

async function readContent(services: Services, actor: Actor, id: string, original: boolean) {
  const { db, keys, storage } = services
  const select = { ...printedSelect, pdfState: true, pdfFile: true }
  const row = toPrintedRow(
    orNotFound(await db.as(actor).write((tx) => tx.submissionDesk.findUnique({ where: { id }, select }))),
  )
  const { companyId, pdfState, pdfFile: stored } = row
  if (pdfState !== 'ready' || stored === null) throw new AppError('not_found', serverMessages.pdfMissing)
  const content = original
    ? await readEncrypted(storage, {
        name: stored,
        key: sessionKey(keys, row),
        context: fileContext('pdf', id),
      })
    : await renderStamped(services, row, actor.name)
  return { companyId, name: pdfName(row), content }
}

type Row = PrintedRow & Parameters<typeof openAdditions>[1]

/** @param maskForApplicant its values; without it, the copy is the staff's @throws AppError unprintable */
export async function renderStamped(
  services: Pick<Services, 'keys' | 'storage' | 'log' | 'pdfs'>,
  row: Row,
  name: string,
  maskForApplicant?: (values: Values) => Values,
): Promise<Buffer> {
  const application = await printedApplication(services, row, maskForApplicant !== undefined)
  const mask = maskForApplicant ?? ((values: Values) => values)
  const additions = openAdditions(services.keys, row, mask)
  const printed = { ...application, values: mask(application.values), additions }
  try {
    return await services.pdfs.render(printed, { stampedFor: { name, at: new Date() } })
  } catch (cause) {
    throw cause instanceof LayoutError ? new AppError('unprintable', undefined, { cause }) : cause
  }
}
