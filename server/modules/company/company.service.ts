import { canPerform } from '#domain/actions'
import { serverMessages } from '#domain/messages/server'
import { withActor, type Actor, type Tx } from '../../auth/actor.ts'
import { requireConfirmed } from '../../auth/guards.ts'
import { lockRow } from '../../database/lock-row.ts'
import { AppError, fieldError, orNotFound } from '../../errors.ts'
import type { Prisma } from '../../generated/client.ts'
import { removeLogo } from '../../files/logo.ts'
import type { Services } from '../../services.ts'
import { recordAuditIn } from '../audit/audit.service.ts'
import { recordChange, type AuditActor } from '../audit/record-change.ts'
import { deskSettingsToStore } from '../desk/desk-settings-to-store.ts'
import { checkFresh } from '../fresh.ts'
import { checkReadOnly, keepLastEdit } from '../record-as-read.ts'
import { retentionChange } from '../retention/retention.service.ts'
import { applicantSettingsToStore, NO_SETTINGS, settingsToStore } from './company-settings.ts'
import { counted, rowSelect, snapshot, toRow, type Counted, type StoredCompany } from './company-row.ts'
import { canLeadWhere } from './can-lead.ts'
import { checkSignIn, isSignInChanged, signInToStore } from './sign-in.ts'
import { READ_ONLY, type CompanyRow, type CreateInput, type UpdateInput } from './company.schema.ts'

const words = serverMessages.company

export async function getCompany(services: Services, actor: Actor, id: string): Promise<CompanyRow> {
  const found = await withActor(services.db, actor, async (tx) => withCount(tx, await storedCompany(tx, id)))
  return toRow(services, found)
}

export async function createCompany(
  services: Services,
  by: AuditActor,
  input: CreateInput,
): Promise<CompanyRow> {
  const row = await withActor(services.db, by.actor, (tx) => addCompany(tx, by, input))
  return toRow(services, { row, submittedForms: 0 })
}

export async function addCompany(tx: Tx, by: AuditActor, input: CreateInput): Promise<StoredCompany> {
  const { lead = null, updatedAt: _, applicantSettings: __, deskSettings: ___, ...columns } = input
  checkLogos(input, NO_LOGOS)
  const settings = {
    ...settingsToStore(input, NO_SETTINGS),
    ...applicantSettingsToStore(input, { applicantSettings: {} }),
    ...deskSettingsToStore(input, { deskSettings: {} }),
  }
  await checkLead(tx, lead, null)
  const made = await tx.company.create({
    data: { ...columns, ...settings, leadId: lead },
    select: rowSelect,
  })
  await recordChange(tx, by, 'company-created', { id: made.id, companyId: made.id }, null, snapshot(made))
  return made
}

/**
 * Changes a company. A change of logos leaves `updatedAt` as it is, so that other fields that are being
 * edited meanwhile can still be saved.
 *
 * @throws AppError not_found, invalid_input, forbidden to choose the lead, password_needed, stale
 */
export async function updateCompany(
  services: Services,
  by: AuditActor,
  input: UpdateInput,
): Promise<CompanyRow> {
  await checkReadOnly(READ_ONLY, input, () => getCompany(services, by.actor, input.id))
  const {
    id,
    lead,
    updatedAt: readAt,
    leadName: _leadName,
    submittedForms: _submittedForms,
    retentionFrom: _retentionFrom,
    createdAt: _createdAt,
    applicantSettings: _applicantSettings,
    deskSettings: _deskSettings,
    signIn: _signIn,
    ...columns
  } = input
  await checkSignIn(services, by.actor, input)
  const { before, after } = await withActor(services.db, by.actor, async (tx) => {
    await lockRow(tx, 'Company', id)
    const stored = await storedCompany(tx, id)
    checkFresh(stored, readAt)
    checkLogos(input, stored)
    if (lead !== undefined && lead !== stored.leadId) {
      if (!canPerform(by.actor, 'company.choose-lead')) throw new AppError('forbidden', words.leadNotAllowed)
      await checkLead(tx, lead, stored.id)
    }
    if (isSensitive(stored, columns)) requireConfirmed(by.actor)
    const update = (data: Prisma.CompanyUncheckedUpdateInput) =>
      tx.company.update({ where: { id: stored.id }, data, select: rowSelect })
    const written = await update({
      ...columns,
      ...settingsToStore(input, stored),
      ...applicantSettingsToStore(input, stored),
      ...deskSettingsToStore(input, stored),
      ...signInToStore(services, stored, input),
      ...(lead !== undefined && { leadId: lead }),
      ...retentionChange(stored, columns.retentionDays),
    })
    const row = await keepLastEdit(stored, written, (each) => snapshot({ ...each, ...NO_LOGOS }), update)
    await recordChange(tx, by, 'company-updated', { id, companyId: id }, snapshot(stored), snapshot(row))
    if (isSignInChanged(stored, input)) {
      const about = { companyId: id, objectType: 'company', objectId: id }
      await recordAuditIn(tx, { ...by, act: 'sign-in-settings-changed', ...about })
    }
    return { before: stored, after: await withCount(tx, row) }
  })
  if (after.row.logoUrl !== before.logoUrl) await removeLogo(services, before.logoUrl)
  if (after.row.pdfLogoUrl !== before.pdfLogoUrl) await removeLogo(services, before.pdfLogoUrl)
  return toRow(services, after)
}

export const storedCompany = async (tx: Tx, id: string): Promise<StoredCompany> =>
  orNotFound(await tx.company.findUnique({ where: { id }, select: rowSelect }))

export async function withCount(tx: Tx, row: StoredCompany): Promise<Counted> {
  const [one] = await counted(tx, [row])
  return one ?? { row, submittedForms: 0 }
}

async function checkLead(tx: Tx, lead: string | null, companyId: string | null): Promise<void> {
  if (lead === null) return
  const found = await tx.user.findFirst({
    where: { id: lead, active: true, ...canLeadWhere(companyId) },
    select: { id: true },
  })
  if (!found) throw fieldError('lead', words.lead)
}

const isSensitive = (stored: StoredCompany, { requireOtp, retentionDays }: UpdateFields): boolean =>
  (requireOtp !== undefined && requireOtp !== stored.requireOtp) ||
  (retentionDays !== undefined && retentionDays !== stored.retentionDays)

type UpdateFields = Pick<UpdateInput, 'requireOtp' | 'retentionDays'>
type Logos = { logoUrl: string; pdfLogoUrl: string }
const NO_LOGOS: Logos = { logoUrl: '', pdfLogoUrl: '' }
const LOGO_FIELDS = ['logoUrl', 'pdfLogoUrl'] as const

/** A logo's path comes from an upload: a request may only keep or remove it. */
function checkLogos(input: UpdateInput | CreateInput, stored: Logos): void {
  for (const field of LOGO_FIELDS) {
    const sent = input[field] ?? ''
    if (sent !== '' && sent !== stored[field]) throw fieldError(field, words.logoPath)
  }
}
