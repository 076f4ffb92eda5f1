import { randomInt } from 'node:crypto'
import { LIMITS } from '#domain/limits'
import { toReference } from '#domain/reference'
import { makeReceiptToken } from '../applicant/receipt-token.ts'
import { codeDigest } from '../packages/package-code.ts'
import { isOpen } from '../packages/sealed-package.ts'
import { mailBudgets, sendWithin } from '../platform/mail/applicant-mail.ts'
import type { MailContent } from '../platform/mail/mail-page.ts'
import { packageCodeMail, packageMail as linkMail } from '../platform/mail/mails.ts'
import type { TaskPayloads } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'

type Needs = Pick<Services, 'db' | 'keys' | 'config' | 'mailer' | 'log' | 'publicUrl'>
type Payload = TaskPayloads['package-mail']

/** One mail to all addresses of the funder. */
export async function packageMail(services: Needs, { id, package: own, at }: Payload): Promise<void> {
  const row = await readPackage(services, own)
  if (!row || !isOpen(row) || row.mailed !== null) return
  const link = `${services.publicUrl}/package#${makeReceiptToken(services.keys, own, 'package')}`
  const mail = linkMail(row.company.nameOut, toReference(id), link)
  await markMailed(
    services,
    own,
    await send(services, row, `package:${own}:${at}`, [mailBudgets.package, mail]),
  )
}

export async function packageMailFailed(services: Needs, { id, package: own }: Payload): Promise<void> {
  await markMailed(services, own, false)
  services.log.error({ submissionId: id }, 'could not mail a package to its funder')
}

/** Each attempt makes another code, of which only a keyed digest is stored. */
export async function packageCode(services: Needs, { package: own, at }: Payload): Promise<void> {
  const codeUntil = new Date(Date.parse(at) + LIMITS.packageCodeMinutes * 60_000)
  const row = await readPackage(services, own)
  if (!row || !isOpen(row) || codeUntil <= new Date()) return
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const data = { codeDigest: codeDigest(services.keys, own, code), codeUntil, codeTries: 0 }
  await services.db.system('job').write((tx) => tx.package.updateMany({ where: { id: own }, data }))
  const mail = packageCodeMail(row.company.nameOut, code)
  await send(services, row, `package-code:${own}:${at}`, [mailBudgets.packageCode, mail])
}

const CODE_DIGITS = 6

const readPackage = ({ db }: Needs, id: string) =>
  db.system('job').read((client) =>
    client.package.findUnique({
      where: { id },
      include: { funder: { select: { emails: true } }, company: { select: { nameOut: true } } },
    }),
  )
type Row = NonNullable<Awaited<ReturnType<typeof readPackage>>>

async function send(
  services: Needs,
  { funder: { emails: to }, companyId }: Row,
  key: string,
  [budget, mail]: [typeof mailBudgets.package, MailContent],
): Promise<boolean> {
  if (to.length === 0) return false
  const budgets = to.map((address) => budget(address, companyId))
  return sendWithin(services, budgets, () => services.mailer.send({ ...mail, to, key, needsTls: true }))
}

const markMailed = ({ db }: Needs, id: string, mailed: boolean) =>
  db.system('job').write((tx) => tx.package.updateMany({ where: { id }, data: { mailed } }))
