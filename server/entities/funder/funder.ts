import { z } from 'zod'
import { parseCriteria } from '#domain/funder'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { usStateCode } from '#domain/us-state-code'
import { envelope } from '../../trpc/envelope.ts'
import { eg, egText, EXAMPLE, entity } from '../../trpc/example.ts'
import { anyText, email, id, nameInput, optionalReference, readAt, text, TIMES } from '../../trpc/inputs.ts'
import { columnsOf, COMPANY, EXTERNAL_ID, METADATA, TIME_ZONE, type Stored } from '../declare.ts'
import { recordsOf } from '../records.ts'

const { derived, stored, declare } = columnsOf<'Funder'>()

const dollars = (example: number) =>
  eg(z.number().min(0).max(LIMITS.dealDollars).nullable().optional(), example)
const count = (example: number) =>
  eg(z.number().int().min(0).max(LIMITS.criterionCount).nullable().optional(), example)
const unique = (list: string[]) => [...new Set(list)]
const textList = (description: string, example: string[]) =>
  z
    .array(text().trim().min(1))
    .max(LIMITS.funderEntries)
    .meta({ description, example })
    .transform(unique)
    .optional()

const CRITERIA_EXAMPLE = {
  minTrueRevenue: 25_000,
  minMonthsInBusiness: 12,
  minAmount: 10_000,
  maxAmount: 250_000,
  statesExcluded: ['CA'],
  naturesExcluded: ['Car dealer'],
  maxPositions: 2,
  minAverageDailyBalance: 2000,
  maxNegativeDays: 9,
  maxNsf: 6,
}

const criteriaInput = z
  .strictObject({
    minTrueRevenue: dollars(25_000),
    minMonthsInBusiness: count(12),
    minAmount: dollars(10_000),
    maxAmount: dollars(250_000),
    statesExcluded: z
      .array(text())
      .max(LIMITS.funderEntries)
      .transform((list, context) => {
        const wrong = list.find((each) => usStateCode(each) === null)
        if (wrong !== undefined)
          context.addIssue({ code: 'custom', message: serverMessages.funder.state(wrong) })
        return unique(list.flatMap((each) => usStateCode(each) ?? []))
      })
      .optional(),
    naturesExcluded: textList('Natures of business, as words that applicants use', ['Car dealer']),
    maxPositions: count(2),
    minAverageDailyBalance: dollars(2000),
    maxNegativeDays: count(9),
    maxNsf: count(6),
  })
  .refine(({ minAmount, maxAmount }) => (minAmount ?? 0) <= (maxAmount ?? Infinity), {
    path: ['maxAmount'],
    message: serverMessages.funder.amounts,
  })
  .meta({
    description:
      'What it takes: dollars are a month, states are codes or names; negative days and NSFs are those of the latest three ' +
      'months. null and an empty list ask for nothing; a criterion that is left out stays as it is',
    example: CRITERIA_EXAMPLE,
  })

const criteriaOutput = eg(
  z.object({
    minTrueRevenue: z.number().nullable(),
    minMonthsInBusiness: z.number().int().nullable(),
    minAmount: z.number().nullable(),
    maxAmount: z.number().nullable(),
    statesExcluded: z.array(z.string()),
    naturesExcluded: z.array(z.string()),
    maxPositions: z.number().int().nullable(),
    minAverageDailyBalance: z.number().nullable(),
    maxNegativeDays: z.number().int().nullable(),
    maxNsf: z.number().int().nullable(),
  }),
  CRITERIA_EXAMPLE,
)

const emails = z
  .array(email.transform((address) => address.trim()))
  .max(LIMITS.funderEmails)
  .transform(unique)
  .meta({
    description:
      'Where packages are mailed. A new or changed address needs a password confirmed in the last minutes',
    example: ['deals@bay.example'],
  })

export const funder = declare('Funder', {
  id: stored('id', egText(EXAMPLE.funder.id)),
  name: stored('name', egText(EXAMPLE.funder.name), {
    input: nameInput(EXAMPLE.funder.name),
    listed: true,
    audit: true,
  }),
  emails: stored('emails', eg(z.array(z.string()), ['deals@bay.example']), {
    input: emails.optional(),
    search: (q) => [{ emails: { has: q } }],
    audit: true,
  }),
  contacts: stored('contacts', egText('Bea Bay, underwriting'), {
    input: anyText().max(LIMITS.longTextLength).optional(),
    search: true,
    audit: true,
  }),
  phone: stored('phone', egText('(212) 555-0100'), {
    input: text().trim().optional(),
    search: true,
    audit: true,
  }),
  note: stored('note', egText('Answers the same day.'), {
    input: anyText().max(LIMITS.noteLength).optional(),
    audit: true,
  }),
  products: stored('products', eg(z.array(z.string()), ['First position', 'Line of credit']), {
    input: textList('Its products', ['First position', 'Line of credit']),
    audit: true,
  }),
  buyRate: stored('buyRate', eg(z.number().nullable(), 1.25), {
    input: z.number().min(1).max(10).nullable().optional().meta({
      description: 'The factor that it sells at, before commission',
      example: 1.25,
    }),
    sort: true,
    audit: true,
  }),
  commissionPercent: stored('commissionPercent', eg(z.number().nullable(), 8), {
    input: z.number().min(0).max(100).nullable().optional().meta({ example: 8 }),
    sort: true,
    audit: true,
  }),
  hidesContact: stored('hidesContact', eg(z.boolean(), false), {
    input: z.boolean().optional().meta({
      description: "Applications go to it without the merchant's phone and e-mail",
      example: false,
    }),
    audit: true,
  }),
  asksCode: stored('asksCode', eg(z.boolean(), true), {
    input: z.boolean().optional().meta({
      description: 'A new browser enters a code that is mailed to the funder; on by default',
      example: true,
    }),
    audit: true,
  }),
  active: stored('active', eg(z.boolean(), true), {
    input: z.boolean().optional().meta({ description: 'false: retired, gets no packages', example: true }),
    sort: true,
    audit: true,
  }),
  criteria: derived({ criteria: true }, criteriaOutput, (row) => parseCriteria(row.criteria), {
    input: criteriaInput.optional(),
    audit: true,
  }),
  externalId: derived(...EXTERNAL_ID),
  metadata: derived(...METADATA),
  companyId: stored('companyId', eg(z.string(), EXAMPLE.company.id)),
  company: derived(...COMPANY, { listed: 'company.nameOut' }),
  timeZone: derived(...TIME_ZONE),
  createdAt: stored('createdAt', egText(EXAMPLE.time), { sort: true }),
  updatedAt: stored('updatedAt', egText(EXAMPLE.time), { input: readAt(), listed: true }),
})
export type FunderRow = z.infer<typeof funder.record>
export type StoredFunder = Stored<typeof funder>

export const funders = recordsOf('Funder', funder, ['companyId', 'externalId'], {
  name: text().optional(),
  active: z.boolean().optional(),
  ...TIMES,
})
export type ListInput = z.infer<typeof funders.listInput>

export const createInput = z.strictObject({
  ...funder.input,
  companyId: optionalReference().meta({ description: 'For admins the company; for others their own' }),
})
export type CreateInput = z.infer<typeof createInput>

export const deleteInput = z.strictObject({ id, updatedAt: readAt() })
export type DeleteInput = z.infer<typeof deleteInput>

export const updateInput = z.strictObject({ id, ...funder.changes, ...funder.readOnly })
export type UpdateInput = z.infer<typeof updateInput>

export const deletedOutput = envelope(
  entity('DeletedFunder', {
    ...funder.record.shape,
    deleted: z.boolean().meta({ description: 'false: it is in use and was retired', example: true }),
  }),
)
