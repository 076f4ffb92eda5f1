import { serverMessages } from '#domain/messages/server'
import { withActor } from '../../auth/actor.ts'
import { lockRow } from '../../database/lock-row.ts'
import { AppError } from '../../errors.ts'
import { checkDiskReserve } from '../../files/disk-reserve.ts'
import { removeLogo, storeLogo } from '../../files/logo.ts'
import { scanBytes } from '../../files/virus-scan.ts'
import type { Services } from '../../services.ts'
import { isUnavailable } from '../../trpc/public-error.ts'
import { recordChange, type AuditActor } from '../audit/record-change.ts'
import { rowSelect, snapshot, toRow } from './company-row.ts'
import type { CompanyRow, LogoInput } from './company.schema.ts'
import { storedCompany, withCount } from './company.service.ts'

const COLUMNS = { logo: 'logoUrl', 'pdf-logo': 'pdfLogoUrl' } as const

/** Doesn't change `updatedAt`, so that an open dialog can still save. */
export async function uploadLogo(
  services: Services,
  by: AuditActor,
  { id, logoData, logoType }: LogoInput,
): Promise<CompanyRow & { logoPath: string }> {
  const column = COLUMNS[logoType]
  const bytes = decodeLogo(logoData)
  await withActor(services.db, by.actor, (tx) => storedCompany(tx, id))
  await checkDiskReserve(services, bytes.length)
  // Not in storeLogo, so that the first start, which stores the demo logo, waits for no scanner.
  await scanBytes(services, bytes)
  const logoPath = await storeLogo(services, bytes)
  const { before, after } = await shown(services, by, id, column, logoPath)
  await removeLogo(services, before[column])
  return { ...(await toRow(services, after)), logoPath }
}

type Column = (typeof COLUMNS)[keyof typeof COLUMNS]

/**
 * Removes the new logo on failure, except when the commit's outcome is unknown: the hourly sweep then
 * decides.
 */
async function shown(services: Services, by: AuditActor, id: string, column: Column, logoPath: string) {
  try {
    return await withActor(services.db, by.actor, async (tx) => {
      await lockRow(tx, 'Company', id)
      const stored = await storedCompany(tx, id)
      const row = await tx.company.update({
        where: { id: stored.id },
        data: { [column]: logoPath, updatedAt: stored.updatedAt },
        select: rowSelect,
      })
      await recordChange(tx, by, 'company-updated', { id, companyId: id }, snapshot(stored), snapshot(row))
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
