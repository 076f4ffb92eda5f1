import { canPerform } from '#domain/actions'
import { serverMessages } from '#domain/messages/server'
import { reachesAllCompanies } from '#domain/permissions'
import type { Tx } from '../../platform/database/db.ts'
import { requireConfirmed } from '../../auth/guards.ts'
import { AppError, fieldError } from '../../errors.ts'
import { removeLogo } from '../../platform/files/logo.ts'
import type { Services } from '../../services.ts'
import { recordEvent, type AuditActor } from '../../events/record-event.ts'
import { deskSettingsToStore } from '../../desk/desk-settings-to-store.ts'
import { checkFresh, checkReadOnly } from '../record-as-read.ts'
import { retentionChange } from '../../retention/retention.service.ts'
import { applicantSettingsToStore, NO_SETTINGS, settingsToStore } from './company-settings.ts'
import { toRow, withCount } from './company-rows.ts'
import { canLeadWhere, denied } from '../user/user-rules.ts'
import { changeSignIn, checkSignIn, isSignInChanged } from './sign-in.ts'
import { companies, company } from './company.ts'
import type { CompanyRow, CreateInput, StoredCompany, UpdateInput } from './company.ts'

const words = serverMessages.company

export async function getCompany(
  services: Services,
  { actor }: AuditActor,
  { id }: { id: string },
): Promise<CompanyRow> {
  const find = async (tx: Tx) => withCount(tx, await companies.find(tx, actor, id))
  return toRow(services, await services.db.as(actor).write(find))
}

export async function createCompany(
  services: Services,
  by: AuditActor,
  input: CreateInput,
): Promise<CompanyRow> {
  const row = await services.db.as(by.actor).write((tx) => addCompany(tx, by, input))
  return toRow(services, { row, submittedForms: 0 })
}

async function addCompany(tx: Tx, by: AuditActor, input: CreateInput): Promise<StoredCompany> {
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
    select: company.select,
  })
  await companies.record(tx, by, 'company-created', [null, made])
  return made
}

/**
 * Changes a company. A change of logos leaves `updatedAt` as it is, so that other fields that are being
 * edited meanwhile can still be saved.
 * @throws AppError not_found, invalid_input, forbidden to choose the lead, password_needed, stale
 */
export async function updateCompany(
  services: Services,
  by: AuditActor,
  input: UpdateInput,
): Promise<CompanyRow> {
  await checkReadOnly(company.readOnly, input, () => getCompany(services, by, input))
  const {
    id,
    lead,
    updatedAt: readAt,
    leadName: _leadName,
    submittedForms: _submittedForms,
    settings: _settings,
    retentionFrom: _retentionFrom,
    createdAt: _createdAt,
    applicantSettings: _applicantSettings,
    deskSettings: _deskSettings,
    signIn: _signIn,
    ...columns
  } = input
  await checkSignIn(services, by.actor, input)
  const { before, after } = await services.db.as(by.actor).write(async (tx) => {
    const stored = await companies.lock(tx, by.actor, id)
    checkFresh(stored, readAt)
    checkLogos(input, stored)
    if (lead !== undefined && lead !== stored.leadId) {
      if (!canPerform(by.actor, 'company.choose-lead')) throw new AppError('forbidden', words.leadNotAllowed)
      await checkLead(tx, lead, stored.id)
    }
    // Unique over all companies, so a conflict would tell one company of another.
    const isRenamed = input.externalId !== undefined && input.externalId !== stored.externalId
    if (isRenamed && !reachesAllCompanies(by.actor)) throw denied('externalId', words.externalIdByAdmins)
    if (isSensitive(stored, columns)) requireConfirmed(by.actor)
    const data = {
      ...columns,
      ...settingsToStore(input, stored),
      ...applicantSettingsToStore(input, stored),
      ...deskSettingsToStore(input, stored),
      ...(await changeSignIn(services, tx, stored, input)),
      ...(lead !== undefined && { leadId: lead }),
      ...retentionChange(stored, columns.retentionDays),
    }
    const toCompared = (each: StoredCompany) => company.snapshot({ ...each, ...NO_LOGOS })
    const row = await companies.update(tx, stored, data, { toCompared })
    await companies.record(tx, by, 'company-updated', [stored, row])
    if (isSignInChanged(stored, input)) {
      const about = { companyId: id, objectType: 'company', objectId: id }
      await recordEvent(tx, { ...by, act: 'sign-in-settings-changed', ...about })
    }
    return { before: stored, after: await withCount(tx, row) }
  })
  if (after.row.logoUrl !== before.logoUrl) await removeLogo(services, before.logoUrl)
  if (after.row.pdfLogoUrl !== before.pdfLogoUrl) await removeLogo(services, before.pdfLogoUrl)
  return toRow(services, after)
}

async function checkLead(tx: Tx, lead: string | null, companyId: string | null): Promise<void> {
  if (lead === null) return
  const found = await tx.user.findFirst({
    where: { id: lead, active: true, ...canLeadWhere(companyId) },
    select: { id: true },
  })
  if (!found) throw fieldError('lead', words.lead)
}

const SENSITIVE = ['allowsConnections', 'requireOtp', 'retentionDays'] as const
const isSensitive = (stored: StoredCompany, given: UpdateFields): boolean =>
  SENSITIVE.some((field) => given[field] !== undefined && given[field] !== stored[field])

type UpdateFields = Pick<UpdateInput, (typeof SENSITIVE)[number]>
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
