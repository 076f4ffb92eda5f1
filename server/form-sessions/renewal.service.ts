import { INPUTS } from '#domain/catalogue/index'
import type { Values } from '#domain/catalogue/values'
import { DEFAULT_LANGUAGE, parseLanguage } from '#domain/language'
import { renewalMailMessages } from '#domain/messages/applicant-mail'
import { offerServerMessages as words } from '#domain/messages/server-offer'
import { toReference } from '#domain/reference'
import { findRecipient } from '#domain/request'
import { replaceApplicantLink } from '../applicant/applicant-link.ts'
import { AppError, orNotFound } from '../errors.ts'
import { recordEvent, type AuditActor } from '../events/record-event.ts'
import { findFormLink, toVisibleForm, type FormLink } from './form-link.ts'
import { EMPTY_DRAFT, mergeDraft, sealDraft } from './form-session-draft.ts'
import { expiryAfter } from './token.ts'
import { uuidV7 } from '../lib/uuid.ts'
import { formSessionKeyContext } from '../platform/crypto/contexts.ts'
import type { Tx } from '../platform/database/db.ts'
import { lockDesk } from '../platform/database/lock-row.ts'
import { mailBudgets, sendApplicantMail } from '../platform/mail/applicant-mail.ts'
import { applicantMail } from '../platform/mail/mails.ts'
import type { Services } from '../services.ts'
import { openAnswers, sealedSelect } from '../submissions/accept/sealed-submission.ts'
import { additionsSelect, readCorrections } from '../submissions/view/submission-additions.ts'
import { toAudited } from '../offers/offers.service.ts'

const select = {
  ...sealedSelect,
  signatures: false,
  language: true,
  linkId: true,
  additions: additionsSelect,
  company: { select: { nameOut: true } },
  desk: { select: { status: true } },
} as const

const HOURS_A_DAY = 24

/** Mails the merchant a link to a new application that holds the answers of the old one, less the sensitive ones. */
export async function renewSubmission(
  services: Services,
  by: AuditActor,
  id: string,
): Promise<{ id: string; mailed: boolean; url: string | null }> {
  const { db, keys, config, publicUrl } = services
  const row = orNotFound(
    await db.as(by.actor).write((tx) => tx.formSubmission.findUnique({ where: { id }, select })),
  )
  if (row.desk?.status !== 'funded') throw new AppError('conflict', words.notFunded)
  const answers = { ...openAnswers(keys, row), ...readCorrections(keys, row) }
  const link = await findOpenLink(services, row)
  const expiresAt = expiryAfter(config.draftDays)
  // Form sessions are the applicants', so the system writes that of a submission that the caller may see.
  const { renewal, token } = await db.system('public-form').write(async (tx) => {
    await lockDesk(tx, id)
    const renewal = (await keepRenewal(tx, id, expiresAt)) ?? uuidV7()
    const { companyId } = row
    if (!(await tx.formSession.count({ where: { id: renewal } }))) {
      const { key, wrapped: wrappedKey } = keys.newDataKey(formSessionKeyContext(renewal, companyId))
      const patch = { values: withoutSensitive(answers), revision: Date.now() }
      const merged = mergeDraft(EMPTY_DRAFT, patch, toVisibleForm(link))
      const draft = sealDraft(key, { id: renewal, companyId }, merged)
      const owned = { linkId: link.id, companyId, renewalOf: id }
      await tx.formSession.create({ data: { id: renewal, ...owned, wrappedKey, draft, expiresAt } })
    }
    const made = { purpose: 'move', formSessionId: renewal, companyId } as const
    const token = await replaceApplicantLink(tx, { ...made, hours: config.draftDays * HOURS_A_DAY })
    await recordEvent(tx, { ...toAudited(row, by), act: 'submission-renewed', detail: { renewal } })
    return { renewal, token }
  })
  const url = `${publicUrl}/form/${link.slug}?renewal#move=${token}`
  const to = findRecipient(answers)
  const mail = async () => {
    const language = parseLanguage(row.language) ?? DEFAULT_LANGUAGE
    const told = { companyName: row.company.nameOut, reference: toReference(id), link: url }
    return applicantMail(renewalMailMessages[language], language, told)
  }
  const budgets = [mailBudgets.company(to, row.companyId)]
  const mailed =
    to !== '' &&
    (await sendApplicantMail(services, budgets, { to, formSessionId: id }, mail).catch((err: unknown) => {
      services.log.warn({ err, submission: id }, 'could not mail a link to renew')
      return false
    }))
  return { id: renewal, mailed, url: mailed ? null : url }
}

/** The link that the application came by, or if that is closed the company's newest open one. */
async function findOpenLink(
  services: Services,
  { linkId, companyId }: { linkId: string; companyId: string },
): Promise<FormLink> {
  const links = await services.db.system('public-form').read((client) =>
    client.generatedLink.findMany({
      where: { companyId, closedAt: null },
      select: { id: true, slug: true },
      orderBy: { id: 'desc' },
    }),
  )
  const chosen = links.find((link) => link.id === linkId) ?? links[0]
  const found = chosen && (await findFormLink(services, { slug: chosen.slug }))
  if (!found) throw new AppError('conflict', words.closed)
  return found.link
}

/** One that was begun and not sent is gone on with. */
async function keepRenewal(tx: Tx, renewalOf: string, expiresAt: Date): Promise<string | null> {
  const where = { renewalOf, submittedAt: null, expiresAt: { gt: new Date() } }
  const [open] = await tx.formSession.findMany({ where, select: { id: true }, take: 1 })
  if (open) await tx.formSession.update({ where: { id: open.id }, data: { expiresAt }, select: { id: true } })
  return open?.id ?? null
}

/** The signers' names and dates are left out, too: they belong to the signed application. */
const withoutSensitive = (answers: Values): Values =>
  Object.fromEntries(
    Object.entries(answers).filter(
      ([name]) => INPUTS.get(name)?.sensitive === false && !name.startsWith('signer'),
    ),
  )
