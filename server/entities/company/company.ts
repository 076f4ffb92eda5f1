import { z } from 'zod'
import { parseApplicantSettings } from '#domain/applicant-settings'
import { settingsObject } from '#domain/catalogue/settings'
import { parseDeskSettings } from '#domain/desk-settings'
import { addressesIn, addressList, isEmailAddress } from '#domain/email-addresses'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { parseOrigin } from '#domain/origin'
import { isTimeZone, timeZoneName } from '#domain/time-zone'
import { applicantSettingsInput, applicantSettingsOutput } from '../../applicant/applicant-settings.schema.ts'
import { deskSettingsInput, deskSettingsOutput } from '../../desk/desk-settings.schema.ts'
import { retentionDays } from '../../retention/retention.schema.ts'
import { envelope } from '../../trpc/envelope.ts'
import { eg, egText, EXAMPLE, withExamples } from '../../trpc/example.ts'
import { anyText, email, id, optionalReference, readAt, text, TIMES } from '../../trpc/inputs.ts'
import { columnsOf, EXTERNAL_ID, METADATA, type Stored } from '../declare.ts'
import { recordsOf } from '../records.ts'
import { parseSignIn, signInInput, signInOutput } from './sign-in.schema.ts'

const words = serverMessages.company

const name = text().trim().min(1)

export const notifyEmails = text(LIMITS.notifyAddresses * (LIMITS.emailLength + 2))
  .meta({ description: 'E-mail addresses, comma-separated', example: 'desk@broker.example' })
  .transform((list, context) => {
    const addresses = addressesIn(list)
    const wrong = addresses.find((address) => !isEmailAddress(address))
    if (wrong !== undefined) context.addIssue({ code: 'custom', message: words.notifyEmail(wrong) })
    if (addresses.length > LIMITS.notifyAddresses)
      context.addIssue({ code: 'custom', message: words.tooManyNotifyEmails })
    return addressList(addresses)
  })

const settings = z.string().max(LIMITS.settingsLength).meta({
  description: 'JSON: groups of true and false, by field',
  example: '{"businessInfo":{"fax":false}}',
})

export const origins = z
  .array(z.string().max(LIMITS.textLength))
  .max(LIMITS.allowedOrigins)
  .meta({
    description: 'Who may frame the form; nobody listed: everybody',
    example: ['https://broker.example'],
  })
  .transform((list, context) => {
    const origin = list.map(parseOrigin)
    const wrong = list.find((_text, index) => origin[index] === null)
    if (wrong !== undefined) context.addIssue({ code: 'custom', message: words.origin(wrong) })
    return [...new Set(origin.filter((each) => each !== null))]
  })

const logo = () =>
  text().meta({ description: 'Empty removes it; otherwise the path as it was read' }).optional()

const timeZone = text()
  .refine(isTimeZone, words.timeZone)
  .meta({
    description: 'Zone that times are shown and dates searched in: a name of the IANA database',
    example: EXAMPLE.timeZone,
  })
  .transform((name) => timeZoneName(name))

/** The name of the lead and the count are read for all companies of a page at once. */
type Beside = { leadName: string; submittedForms: number }
const { derived, stored, declare } = columnsOf<'Company', Beside>()

export const company = declare('Company', {
  id: stored('id', egText(EXAMPLE.company.id)),
  nameIn: stored('nameIn', egText(EXAMPLE.company.nameIn), { input: name, listed: true, audit: true }),
  nameOut: stored('nameOut', egText(EXAMPLE.company.nameOut), { input: name, listed: true, audit: true }),
  lead: derived(
    { leadId: true, lead: { select: { name: true } } },
    eg(z.string().nullable(), EXAMPLE.user.id),
    ({ leadId }) => leadId,
    { input: optionalReference().meta({ description: "A user's id" }), listed: 'lead.name', audit: true },
  ),
  leadName: derived({}, egText(EXAMPLE.user.name), (_row, { leadName }) => leadName),
  notifyEmails: stored('notifyEmails', egText('desk@acme.example'), {
    input: notifyEmails.optional(),
    audit: true,
  }),
  email: stored('email', egText('office@acme.example'), {
    input: z.union([z.literal(''), email.transform((address) => address.trim())]).optional(),
    audit: true,
  }),
  logoUrl: stored('logoUrl', egText(''), { input: logo(), audit: true }),
  pdfLogoUrl: stored('pdfLogoUrl', egText(''), { input: logo(), audit: true }),
  disclaimer: stored('disclaimer', egText(''), {
    input: anyText().max(LIMITS.disclaimerLength).optional(),
    audit: true,
  }),
  authorizationText: stored('authorizationText', egText(''), {
    input: anyText().max(LIMITS.authorizationLength).optional().meta({
      description: "The first line is the title; {companyName} stands for nameOut; '' is our wording",
    }),
    audit: true,
  }),
  appEditorSettings: stored('appEditorSettings', egText('{"businessInfo":{"fax":false}}'), {
    input: settings.optional(),
    audit: true,
  }),
  settings: derived(
    { appEditorSettings: true },
    eg(z.record(z.string(), z.record(z.string(), z.boolean())), { businessInfo: { fax: false } }).meta({
      description: 'The same as `appEditorSettings`, which changes it',
    }),
    ({ appEditorSettings }) => settingsObject(appEditorSettings),
  ),
  allowedOrigins: stored('allowedOrigins', eg(z.array(z.string()), ['https://www.acme.example']), {
    input: origins.optional(),
    audit: true,
  }),
  requireOtp: stored('requireOtp', eg(z.boolean(), false), {
    input: z.boolean().optional().meta({ description: 'Its users have to set two-step sign-in up' }),
    audit: true,
  }),
  allowsConnections: stored('allowsConnections', eg(z.boolean(), false), {
    input: z.boolean().optional().meta({ description: 'Each of its users may connect apps by OAuth' }),
    audit: true,
  }),
  timeZone: stored('timeZone', egText(EXAMPLE.timeZone), { input: timeZone.optional(), audit: true }),
  contact: stored('contact', egText('Questions? Call (212) 555-0100.'), {
    input: anyText().max(LIMITS.contactLength).optional().meta({
      description: 'Shown to applicants after the submit',
      example: 'Questions? Call (212) 555-0100.',
    }),
    audit: true,
  }),
  applicantSettings: derived(
    { applicantSettings: true },
    applicantSettingsOutput,
    (row) => parseApplicantSettings(row.applicantSettings),
    { input: applicantSettingsInput.optional(), audit: true },
  ),
  deskSettings: derived(
    { deskSettings: true },
    deskSettingsOutput,
    (row) => parseDeskSettings(row.deskSettings),
    { input: deskSettingsInput.optional(), audit: true },
  ),
  signIn: derived({ signIn: true }, signInOutput, ({ signIn }) => parseSignIn(signIn), {
    input: signInInput,
    audit: true,
  }),
  retentionDays: stored('retentionDays', eg(z.number().int().nullable(), 365), {
    input: retentionDays.optional(),
    audit: true,
  }),
  retentionFrom: stored('retentionFrom', eg(z.string().nullable(), null), { audit: true }),
  externalId: derived(...EXTERNAL_ID),
  metadata: derived(...METADATA),
  submittedForms: derived({}, eg(z.number().int(), 12), (_row, { submittedForms }) => submittedForms, {
    sort: true,
  }),
  createdAt: stored('createdAt', egText(EXAMPLE.time)),
  updatedAt: stored('updatedAt', egText(EXAMPLE.time), { input: readAt(), listed: true }),
})
export type CompanyRow = z.infer<typeof company.record>
export type StoredCompany = Stored<typeof company>

const logoPath = '/api/logos/0192f0c1-91a2-73b4-8fc6-789abcdef012.png'
export const logoOutput = envelope(
  withExamples({ ...company.record.shape, logoPath: eg(z.string(), logoPath) }),
)

export const companies = recordsOf(
  'Company',
  { ...company, toRow: (row: StoredCompany) => row },
  ['leadId', 'externalId'],
  TIMES,
  { ofZones: (timeZones) => ({ timeZone: { in: timeZones } }) },
)
export type ListInput = z.infer<typeof companies.listInput>

export const deleteInput = z.strictObject({ id, updatedAt: readAt() })
export type DeleteInput = z.infer<typeof deleteInput>

const { nameIn, nameOut, email: address, signIn, updatedAt, ...others } = company.input
const body = { email: address, ...others, updatedAt }

export const createInput = z.strictObject({ nameIn, nameOut, ...body })
export type CreateInput = z.infer<typeof createInput>

export const updateInput = z.strictObject({
  id,
  nameIn: nameIn.optional(),
  nameOut: nameOut.optional(),
  ...body,
  signIn,
  ...company.readOnly,
})
export type UpdateInput = z.infer<typeof updateInput>

const LOGO_TYPES = ['logo', 'pdf-logo'] as const

export const logoInput = z.strictObject({
  id,
  logoData: z.string().min(1).meta({
    description: 'A PNG or JPEG as a data: URL in base64',
    example: 'data:image/png;base64,iVBORw0KGgo…',
  }),
  logoType: z.enum(LOGO_TYPES),
})
export type LogoInput = z.infer<typeof logoInput>
