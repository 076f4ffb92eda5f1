import { displayValue } from '#domain/catalogue/display'
import { INPUTS } from '#domain/catalogue/index'
import { getOwn } from '#domain/get-own'
import { toReference } from '#domain/reference'
import { addressKey, throttle } from '../auth/throttle.ts'
import { recordEvent } from '../events/record-event.ts'
import { AppError } from '../errors.ts'
import { lockRow } from '../platform/database/lock-row.ts'
import type { Services } from '../services.ts'
import { readCashFlow } from '../statements/printed-cash-flow.ts'
import { openAnswers } from '../submissions/accept/sealed-submission.ts'
import { readCorrections } from '../submissions/view/submission-additions.ts'
import { findPackage, isKnown, type FoundPackage, type Visitor } from './find-package.ts'
import { packageCookies } from '../auth/package-browser.ts'
import { askForCode, useCode } from './package-code.ts'
import { listFiles } from './package-files.ts'
import type { OpenPackage } from './package.schema.ts'
import { openPackage as openData } from './sealed-package.ts'

/**
 * Opens a package in a browser that is known, or that sends the code mailed to the funder.
 * @returns `cookies` that remember the browser
 * @throws AppError link_ended, code_needed once a mail with the code is queued, too_many_requests
 */
export async function openPackage(
  services: Services,
  visitor: Visitor,
  { token, code }: { token: string; code?: string | undefined },
): Promise<{ cookies: string[]; data: OpenPackage }> {
  const row = await findPackage(services, token)
  await throttle(services, 'packageOpenPerAddress', row.id, addressKey(visitor.ip))
  if (!isKnown(services, row, visitor)) {
    if (code === undefined) {
      await askForCode(services, row, visitor.ip)
      throw new AppError('code_needed')
    }
    await useCode(services, row.id, code, toAudit(row, visitor.ip))
  }
  const data = await toOpen(services, row)
  await markOpened(services, row, visitor.ip)
  // One without a code would still open it after the funder's switch is turned on.
  const cookies = row.funder.asksCode ? packageCookies(services, row, visitor.packageCookies) : []
  return { cookies, data }
}

const toAudit = ({ companyId, submissionId, id, funder }: FoundPackage, ip: string) => ({
  companyId,
  actor: null,
  ip,
  objectType: 'submission',
  objectId: submissionId,
  detail: { package: id, funder: funder.id, name: funder.name },
})

/** Each time in the timeline; webhooks hear of the first. */
const markOpened = ({ db }: Services, row: FoundPackage, ip: string) =>
  db.system('public-form').write(async (tx) => {
    await lockRow(tx, 'FormSession', row.submissionId)
    const { id } = row
    const first = { state: 'opened', openedAt: new Date() } as const
    const { count } = await tx.package.updateMany({ where: { id, state: 'sent' }, data: first })
    await recordEvent(tx, { ...toAudit(row, ip), act: 'package-opened', unchanged: count === 0 })
  })

async function toOpen(services: Services, row: FoundPackage): Promise<OpenPackage> {
  const { message, answers } = openData(services.keys, row.submission, row)
  const { nameOut, logoUrl, pdfLogoUrl } = row.company
  return {
    company: { name: nameOut, logoUrl: logoUrl || pdfLogoUrl },
    funder: row.funder.name,
    reference: toReference(row.submissionId),
    message,
    summary: toSummary(services, row),
    cashFlow: row.withCashFlow ? await findFigures(services, row) : [],
    documents: listFiles(services, row),
    answer: answers.at(-1) ?? null,
    copyNumber: row.copyNumber,
    expiresAt: row.expiresAt.toISOString(),
  }
}

const SUMMED_UP = [
  'legalName',
  'dbaName',
  'nature',
  'style',
  'state',
  'startDate',
  'ownedBusiness',
  'sales',
  'advanceAmount',
  'useOfFunds',
] as const

function toSummary({ keys }: Services, { submission }: FoundPackage): OpenPackage['summary'] {
  const values = { ...openAnswers(keys, submission), ...readCorrections(keys, submission) }
  const rows = SUMMED_UP.flatMap((name) => {
    const [input, value] = [INPUTS.get(name), getOwn(values, name) ?? '']
    return input && value ? [{ label: input.label, value: displayValue(input, value) }] : []
  })
  return [{ title: null, rows }]
}

async function findFigures(services: Services, row: FoundPackage): Promise<OpenPackage['cashFlow']> {
  const { section } = await readCashFlow(services, services.db.system('public-form'), row.submissionId, false)
  return section?.groups.map(({ title, rows }) => ({ title, rows })) ?? []
}
