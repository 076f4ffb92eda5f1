import { serverMessages } from '#domain/messages/server'
import { AppError } from '../../errors.ts'
import { removeLogo, storeLogo } from '../../platform/files/logo.ts'
import { scanBytes } from '../../platform/files/virus-scan.ts'
import type { Services } from '../../services.ts'
import { isUnavailable } from '../../trpc/public-error.ts'
import type { AuditActor } from '../../events/record-event.ts'
import { UploadShare } from '../../documents/upload-quota.ts'
import { toRow, withCount } from './company-rows.ts'
import { companies, company, type CompanyRow, type LogoInput } from './company.ts'

const COLUMNS = { logo: 'logoUrl', 'pdf-logo': 'pdfLogoUrl' } as const

/** Doesn't change `updatedAt`, so that an open dialog can still save. */
export async function uploadLogo(
  services: Services,
  by: AuditActor,
  { id, logoData, logoType }: LogoInput,
): Promise<CompanyRow & { logoPath: string }> {
  const column = COLUMNS[logoType]
  const bytes = decodeLogo(logoData)
  await services.db.as(by.actor).write((tx) => companies.find(tx, by.actor, id))
  await countLogo(services, by, id, bytes.length)
  // Not in storeLogo, so that the first start, which stores the demo logo, waits for no scanner.
  await scanBytes(services, bytes)
  const logoPath = await storeLogo(services, bytes)
  const { before, after } = await shown(services, by, id, column, logoPath)
  await removeLogo(services, before[column])
  return { ...(await toRow(services, after)), logoPath }
}

/** A logo counts in the quota of what the company's people upload. */
async function countLogo(services: Services, { actor, ip }: AuditActor, id: string, bytes: number) {
  const share = new UploadShare(services, ip, bytes)
  let isCounted = false
  try {
    await share.claim({ triesOf: actor.userId, company: { id, isApplicants: false } })
    isCounted = true
  } finally {
    await share.release(isCounted)
  }
}

type Column = (typeof COLUMNS)[keyof typeof COLUMNS]

/** Removes the new logo on failure, except when the commit's outcome is unknown: the hourly sweep then decides. */
async function shown(services: Services, by: AuditActor, id: string, column: Column, logoPath: string) {
  try {
    return await services.db.as(by.actor).write(async (tx) => {
      const stored = await companies.lock(tx, by.actor, id)
      const row = await tx.company.update({
        where: { id: stored.id },
        data: { [column]: logoPath, updatedAt: stored.updatedAt },
        select: company.select,
      })
      await companies.record(tx, by, 'company-updated', [stored, row])
      return { before: stored, after: await withCount(tx, row) }
    })
  } catch (error) {
    if (!isUnavailable(error)) await removeLogo(services, logoPath)
    throw error
  }
}

/** Has no loop over the picture: V8 can run out of stack in one over megabytes, once it optimizes no more expressions. */
function decodeLogo(logoData: string): Buffer {
  const [start] = /^data:image\/(?:png|jpe?g);base64,(?!=|$)/.exec(logoData) ?? []
  const base64 = logoData.slice(start?.length)
  if (start === undefined || /[^A-Za-z0-9+/]/.test(base64.replace(/={1,2}$/, ''))) {
    throw new AppError('unsupported_type', serverMessages.logo.wrongType)
  }
  return Buffer.from(base64, 'base64')
}
