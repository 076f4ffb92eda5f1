import { z } from 'zod'
import { nineDigits } from '#domain/catalogue/digits'
import type { Input } from '#domain/catalogue/define'
import { ALIASES, INPUTS } from '#domain/catalogue/index'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { toReference } from '#domain/reference'
import { SUBMISSION_STATUSES } from '#domain/submission-status'
import { envelope, listEnvelope } from '../trpc/envelope.ts'
import { eg, EXAMPLE, entity } from '../trpc/example.ts'
import { anyText, filter, filterShape, id, paging, sort, text } from '../trpc/inputs.ts'
import { dealExample, dealShape } from '../offers/funding.schema.ts'
import { signingInput, signingRecord } from './signing/signing.schema.ts'
import { shownLink } from './list/columns.ts'
import { rowExample, SORT_FIELDS, SUBMISSION_FILTERS, submissionRow } from './list/rows.ts'
import { metadataOutput, toldApplicant } from './create/told.ts'
import { additionEntry } from './view/submission-additions.ts'
import { holdExample, legalHold } from '../retention/retention.schema.ts'

/** The rule of a drawing takes base64 only, so control characters need no check. */
const answer = ({ kind, label, help, choices, required, placeholder }: Input) =>
  (kind === 'signature' ? z.string() : anyText()).optional().meta({
    description: [label, help, required && 'Required while the form shows it'].filter(Boolean).join('. '),
    ...(choices.length > 0 ? { enum: [...choices, ''] } : EXAMPLES[kind] && { example: EXAMPLES[kind] }),
    ...(placeholder && { example: placeholder }),
  })
/** Texts that show the format which the rule of a kind takes. */
const EXAMPLES: Partial<Record<Input['kind'], string>> = {
  phone: '2125550187',
  email: 'owner@golden-crust.example',
  date: '2026-11-21',
  pastDate: '2015-03-15',
  birthDate: '1980-05-17',
  year: '2012',
  money: '85,000',
  signedMoney: '-1,200.50',
  creditScore: '720',
  zip: '10013',
  state: 'NY',
}
const alias = (name: string) =>
  anyText()
    .optional()
    .meta({ description: `The same as ${name}` })

export const answers = Object.fromEntries([
  ...[...INPUTS.values()].map((input) => [input.name, answer(input)] as const),
  ...[...ALIASES].map(([key, name]) => [key, alias(name)] as const),
])

/** Sent by the form and never trusted. */
const echo = z.string().optional()

const SENSITIVE_NAMES = [...INPUTS.values()].filter(({ sensitive }) => sensitive).map(({ name }) => name)

const relatedRows = {
  formSubmissionId: anyText().optional(),
  generatedLinkSlug: anyText().optional(),
  companyId: anyText().optional(),
  companyName: echo,
  companyLogoUrl: echo,
  companyPdfLogoUrl: echo,
  generatedLinkId: echo,
  clientIp: echo,
  signing: signingInput,
  externalId: z.string().optional().meta({
    description: "What the embedding page calls the application; left out where it can't be used or is taken",
    example: EXAMPLE.externalId,
  }),
  secondSignerInvite: z
    .strictObject({ name: text(), email: text(LIMITS.emailLength).optional().default('') })
    .optional()
    .meta({
      description: 'Who signs as the second signer later, on another device, and where to mail the link',
      example: { name: 'Robin Baker', email: 'robin@golden-crust.example' },
    }),
  kept: z
    .array(z.enum(SENSITIVE_NAMES))
    .max(SENSITIVE_NAMES.length)
    .optional()
    .meta({
      description:
        'Sensitive inputs whose answer, where none is sent, is taken from the draft of the form session',
      example: ['taxId', 'partner1SSN'],
    }),
}

export const submitInput = z.strictObject({ ...answers, ...relatedRows })
export type SubmitInput = z.infer<typeof submitInput>

const receipt = entity('Receipt', {
  id: eg(z.string(), EXAMPLE.submission.id),
  createdAt: eg(z.string(), EXAMPLE.time),
  reference: eg(z.string(), toReference(EXAMPLE.submission.id)),
  receiptToken: z.string().meta({
    description:
      "Opens the application's status page; for its applicant alone. Empty where the form is filled on shared devices",
    example: `${EXAMPLE.submission.id}.Yp0d…`,
  }),
})
export const submitOutput = envelope(receipt)
export type Receipt = z.infer<typeof receipt>

export const SEARCH_COLUMNS = ['company', 'user', 'formData', 'createdAt'] as const
export type SearchColumn = (typeof SEARCH_COLUMNS)[number]

export const searchFilter = filterShape([...SEARCH_COLUMNS], SUBMISSION_FILTERS)
const search = {
  sort: sort(...SORT_FIELDS),
  filter: filter([...SEARCH_COLUMNS], SUBMISSION_FILTERS, serverMessages.narrower.described),
}
export const exportInput = z.strictObject(search)
export const listInput = z.strictObject({ ...search, ...paging })
export type ListInput = z.infer<typeof listInput>
export type SearchInput = z.infer<typeof exportInput>

/** No other filter: it would tell which of several submissions has the number. */
export const numberSearchInput = z.strictObject({
  number: text(LIMITS.numberLength)
    .transform((number) => nineDigits(number) ?? '')
    .refine((digits) => digits !== '', serverMessages.invalid.nineDigits)
    .meta({ description: 'An SSN or tax ID: nine digits, hyphens and spaces aside', example: '123-45-6789' }),
})

export const listOutput = listEnvelope(submissionRow.meta({ id: 'SubmissionRow', example: rowExample }))

const additionOutput = z.object({
  id: z.string(),
  kind: z.enum(['signature', 'correction', 'answer']),
  signer: z.number().int().meta({ description: 'Of a signature: 1 or 2' }),
  name: z.string(),
  date: z.string(),
  createdAt: z.string(),
  signature: z.string(),
  signing: signingRecord.nullable(),
  entries: z.array(additionEntry),
  hasPdf: z.boolean().meta({ description: 'Whether it has been sealed as a file of its own' }),
})
const duplicate = z.object({
  id: z.string(),
  reference: z.string(),
  merchant: z.string(),
  createdAt: z.string(),
  status: z.enum(SUBMISSION_STATUSES),
  statusName: z.string(),
  matches: z.array(z.enum(['taxId', 'ssn'])),
})
export type Duplicate = z.infer<typeof duplicate>

const viewExample = {
  ...rowExample,
  formData: '{"legalName":"Golden Crust LLC","taxId":"**-***6789","signer1Signature":"[signature]"}',
  answers: { legalName: 'Golden Crust LLC', taxId: '**-***6789', signer1Signature: '[signature]' },
  onHold: true,
  signed: false,
  applicant: null,
  metadata: EXAMPLE.metadata,
  generatedLink: { ...EXAMPLE.link, name: '' },
  reasonText: null,
  legalHold: holdExample,
  signing: null,
  additions: [],
  unreadableSignatures: [],
  duplicates: [],
  ...dealExample,
}
const submissionView = submissionRow.extend({
  signed: z.boolean().meta({ description: 'Whether the first signer has signed, on the form or later' }),
  applicant: toldApplicant.nullable().meta({
    description: 'What the program says that sent the application; null for one that the form sent',
  }),
  metadata: metadataOutput,
  generatedLink: shownLink,
  reasonText: z
    .string()
    .nullable()
    .meta({ description: 'What staff wrote to `reason`; applicants never see it' }),
  legalHold,
  additions: z
    .array(additionOutput)
    .meta({ description: 'Signatures, signed corrections and answers that came after the submit' }),
  unreadableSignatures: z.array(z.string()).meta({
    description: 'Inputs and additions whose drawing cannot be read and counts as not signed',
  }),
  signing: signingRecord.nullable().meta({ description: 'Null for an application sent without it' }),
  ...dealShape,
  duplicates: z
    .array(duplicate)
    .max(LIMITS.duplicates)
    .meta({ description: "The company's other submissions with the same tax ID or SSN, newest first" }),
})
export const viewOutput = envelope(submissionView.meta({ id: 'SubmissionView', example: viewExample }))
export type SubmissionView = z.infer<typeof submissionView>

export const submissionRecord = submissionView.omit({ duplicates: true }).extend({
  masked: z.boolean().meta({
    description: 'Sensitive values show their last four characters, as the caller lacks submission:reveal',
  }),
  authorizationText: z.string(),
  disclaimer: z.string(),
  clientIp: z.string(),
})
export const getInput = z.strictObject({ id })
const { duplicates: _duplicates, ...recordExample } = viewExample
export const recordOutput = envelope(
  submissionRecord.meta({
    id: 'Submission',
    example: {
      ...recordExample,
      masked: false,
      authorizationText: '',
      disclaimer: '',
      clientIp: '203.0.113.7',
    },
  }),
)
export type SubmissionRecord = z.infer<typeof submissionRecord>
