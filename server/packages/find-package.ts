import { serverMessages } from '#domain/messages/server'
import { verifyReceiptToken } from '../applicant/receipt-token.ts'
import { AppError } from '../errors.ts'
import type { Prisma } from '../generated/client.ts'
import type { Tx } from '../platform/database/db.ts'
import type { Services } from '../services.ts'
import { answersSelect } from '../submissions/accept/sealed-submission.ts'
import { additionsSelect } from '../submissions/view/submission-additions.ts'
import { isKnownBrowser, type PackageCookie } from '../auth/package-browser.ts'
import { documentSelect } from './package-document.ts'
import { isOpen } from './sealed-package.ts'

/** Who calls with the token of a package. */
export type Visitor = { ip: string; packageCookies: readonly PackageCookie[] }

const include = {
  funder: true,
  company: { select: { nameOut: true, logoUrl: true, pdfLogoUrl: true, timeZone: true } },
  submission: {
    select: {
      ...answersSelect,
      createdAt: true,
      additions: additionsSelect,
      desk: { select: { legalName: true, dbaName: true } },
      formSession: { select: { wrappedKey: true, documents: { select: documentSelect } } },
    },
  },
} as const satisfies Prisma.PackageInclude
export type FoundPackage = Prisma.PackageGetPayload<{ include: typeof include }>

const words = serverMessages.package

/** By its link alone. @throws AppError link_ended */
export async function findPackage({ db, keys }: Services, token: string, tx?: Tx): Promise<FoundPackage> {
  const id = verifyReceiptToken(keys, token, 'package')
  const read = (client: Tx) => client.package.findUnique({ where: { id: id ?? '' }, include })
  const row = id && (await (tx ? read(tx) : db.system('public-form').read(read)))
  if (!row) throw new AppError('link_ended', words.unknown)
  const { nameOut } = row.company
  if (row.state === 'withdrawn') throw new AppError('link_ended', words.withdrawn(nameOut))
  if (!isOpen(row)) throw new AppError('link_ended', words.expired(nameOut))
  return row
}

export const isKnown = ({ keys }: Services, { id, funder }: FoundPackage, { packageCookies }: Visitor) =>
  !funder.asksCode || isKnownBrowser(keys, id, packageCookies)

/** In a browser that has opened it. @throws AppError link_ended, code_needed */
export async function findOpenedPackage(
  services: Services,
  token: string,
  visitor: Visitor,
): Promise<FoundPackage> {
  const row = await findPackage(services, token)
  if (!isKnown(services, row, visitor)) throw new AppError('code_needed')
  return row
}
