import { z } from 'zod'
import { addressesIn, addressList, isEmailAddress } from '#domain/email-addresses'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { parseOrigin } from '#domain/origin'
import { isTimeZone, timeZoneName } from '#domain/time-zone'
import { envelope, listEnvelope } from '../../trpc/envelope.ts'
import {
  anyText,
  email,
  filter,
  id,
  optionalReference,
  paging,
  readAt,
  sort,
  text,
  TIMES,
} from '../../trpc/inputs.ts'
import { eg, EXAMPLE, entity, withExamples } from '../../trpc/example.ts'
import { applicantSettingsInput, applicantSettingsOutput } from '../applicant/applicant-settings.schema.ts'
import { deskSettingsInput, deskSettingsOutput } from '../desk/desk-settings.schema.ts'
import { signInInput, signInOutput } from './sign-in.schema.ts'
import { retentionDays } from '../retention/retention.schema.ts'

const words = serverMessages.company

const companyRow = entity('Company', {
  id: eg(z.string(), EXAMPLE.company.id),
  nameIn: eg(z.string(), EXAMPLE.company.nameIn),
  nameOut: eg(z.string(), EXAMPLE.company.nameOut),
  lead: eg(z.string().nullable(), EXAMPLE.user.id),
  leadName: eg(z.string(), EXAMPLE.user.name),
  notifyEmails: eg(z.string(), 'desk@acme.example'),
  email: eg(z.string(), 'office@acme.example'),
  logoUrl: eg(z.string(), ''),
  pdfLogoUrl: eg(z.string(), ''),
  disclaimer: eg(z.string(), ''),
  authorizationText: eg(z.string(), ''),
  appEditorSettings: eg(z.string(), '{"businessInfo":{"fax":false}}'),
  allowedOrigins: eg(z.array(z.string()), ['https://www.acme.example']),
  requireOtp: eg(z.boolean(), false),
  timeZone: eg(z.string(), EXAMPLE.timeZone),
  contact: eg(z.string(), 'Questions? Call (212) 555-0100.'),
  applicantSettings: applicantSettingsOutput,
  deskSettings: deskSettingsOutput,
  signIn: signInOutput,
  retentionDays: eg(z.number().int().nullable(), 365),
  retentionFrom: eg(z.string().nullable(), null),
  submittedForms: eg(z.number().int(), 12),
  createdAt: eg(z.string(), EXAMPLE.time),
  updatedAt: eg(z.string(), EXAMPLE.time),
})
export type CompanyRow = z.infer<typeof companyRow>
export const companyOutput = envelope(companyRow)
export const companiesOutput = listEnvelope(companyRow)
const logoPath = '/api/logos/0192f0c1-91a2-73b4-8fc6-789abcdef012.png'
export const logoOutput = envelope(withExamples({ ...companyRow.shape, logoPath: eg(z.string(), logoPath) }))

const SEARCH_COLUMNS = ['nameIn', 'nameOut', 'lead', 'updatedAt'] as const
export type SearchColumn = (typeof SEARCH_COLUMNS)[number]

export const listInput = z.strictObject({
  sort: sort('nameIn', 'nameOut', 'lead', 'submittedForms', 'updatedAt'),
  ...paging,
  filter: filter([...SEARCH_COLUMNS], { leadId: id.optional(), ...TIMES }),
})
export type ListInput = z.infer<typeof listInput>

export const idInput = z.strictObject({ id })
export const deleteInput = z.strictObject({ id, updatedAt: readAt() })
export type DeleteInput = z.infer<typeof deleteInput>

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

const others = {
  email: z.union([z.literal(''), email.transform((address) => address.trim())]).optional(),
  lead: optionalReference().meta({ description: "A user's id" }),
  notifyEmails: notifyEmails.optional(),
  logoUrl: logo(),
  pdfLogoUrl: logo(),
  disclaimer: anyText().max(LIMITS.disclaimerLength).optional(),
  authorizationText: anyText().max(LIMITS.authorizationLength).optional().meta({
    description: "The first line is the title; {companyName} stands for nameOut; '' is our wording",
  }),
  appEditorSettings: settings.optional(),
  allowedOrigins: origins.optional(),
  requireOtp: z.boolean().optional().meta({ description: 'Its users have to set two-step sign-in up' }),
  timeZone: timeZone.optional(),
  contact: anyText().max(LIMITS.contactLength).optional().meta({
    description: 'Shown to applicants after the submit',
    example: 'Questions? Call (212) 555-0100.',
  }),
  applicantSettings: applicantSettingsInput.optional(),
  deskSettings: deskSettingsInput.optional(),
  retentionDays: retentionDays.optional(),
  updatedAt: readAt(),
}

export const createInput = z.strictObject({ nameIn: name, nameOut: name, ...others })
export type CreateInput = z.infer<typeof createInput>

const readOnly = companyRow
  .pick({ leadName: true, retentionFrom: true, submittedForms: true, createdAt: true })
  .partial()
export const READ_ONLY = readOnly.keyof().options

export const updateInput = z.strictObject({
  id,
  nameIn: name.optional(),
  nameOut: name.optional(),
  ...others,
  signIn: signInInput,
  ...readOnly.shape,
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
