import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { ANSWER_KINDS, PACKAGE_STATES } from '#domain/package'
import { offerInputs } from '../offers/offer.schema.ts'
import { linkToken } from '../applicant/link-inputs.ts'
import { envelope, listEnvelope } from '../trpc/envelope.ts'
import { eg, EXAMPLE, entity, withExamples } from '../trpc/example.ts'
import { anyText, id, text } from '../trpc/inputs.ts'

const words = anyText().max(LIMITS.longTextLength)
const ids = (max: number) => z.array(id).max(max)

export const packagesInput = z.strictObject({ id })
export const sendInput = z
  .strictObject({
    id,
    funderIds: eg(ids(LIMITS.packageFunders).min(1), [EXAMPLE.funder.id]),
    documentIds: eg(ids(LIMITS.packageDocuments).default([]), [EXAMPLE.document.id]),
    withApplication: eg(z.boolean().default(true), true),
    withCashFlow: eg(z.boolean().default(false), true),
    message: words.default('').meta({ example: 'A bakery with two shops, in a hurry.' }),
    again: z
      .boolean()
      .default(false)
      .meta({
        description: `Also to a funder who got a package within ${LIMITS.packageAgainHours} hours, which is a 409 (sent_recently) otherwise`,
        example: false,
      }),
    unmarked: ids(LIMITS.packageDocuments).default([]).meta({
      description:
        'Documents that may go without a mark, where they can’t be marked, which is a 409 (cannot_mark) otherwise',
      example: [],
    }),
  })
  .refine(
    ({ documentIds, withApplication, withCashFlow }) =>
      documentIds.length > 0 || withApplication || withCashFlow,
    {
      path: ['documentIds'],
      message: serverMessages.package.nothing,
    },
  )
export type SendInput = z.infer<typeof sendInput>

const funderAnswer = z.object({ kind: z.enum(ANSWER_KINDS), at: z.string(), text: z.string() })
/** The content of `Package.data`. An answer's `text` is the reason of a decline, or what the funder asks for. */
export const storedPackage = z.object({ message: z.string(), answers: z.array(funderAnswer) })
export type StoredPackage = z.infer<typeof storedPackage>

const record = entity('Package', {
  id: eg(z.string(), EXAMPLE.package.id),
  funder: eg(z.object({ id: z.string(), name: z.string() }), EXAMPLE.funder),
  state: eg(z.enum(PACKAGE_STATES), 'answered'),
  copyNumber: eg(z.string(), 'K7Q2-M4XD-9RTA-W3HN'),
  documentIds: eg(z.array(z.string()), [EXAMPLE.document.id]),
  unmarked: eg(z.array(z.string()), []),
  withApplication: eg(z.boolean(), true),
  withCashFlow: eg(z.boolean(), true),
  isMasked: z
    .boolean()
    .meta({ description: 'The application went without sensitive values', example: false }),
  message: eg(z.string(), ''),
  sentBy: eg(z.string(), EXAMPLE.user.name),
  mailed: z.boolean().nullable().meta({
    description: 'False: the mail could not be sent, so send it again; null: it waits',
    example: true,
  }),
  answer: z.enum(ANSWER_KINDS).nullable().meta({ description: 'The latest', example: 'ask' }),
  answers: eg(z.array(funderAnswer), [
    { kind: 'ask', at: EXAMPLE.time, text: 'Please send the October statement.' },
  ]).meta({
    description:
      'All of them, the latest last; `text`: the terms of an offer, the reason of a decline, or what is asked for',
  }),
  openedAt: eg(z.string().nullable(), EXAMPLE.time),
  answeredAt: eg(z.string().nullable(), EXAMPLE.time),
  expiresAt: eg(z.string(), EXAMPLE.time),
  createdAt: eg(z.string(), EXAMPLE.time),
})
export type PackageRecord = z.infer<typeof record>
export const packagesOutput = listEnvelope(record)
export const packageOutput = envelope(record)
export const packageInput = z.strictObject({ id })

const code = text().meta({ description: 'The six digits of the mail', example: '123456' })
export const openInput = z.strictObject({ token: linkToken, code: code.optional() })
const section = z.object({
  title: z.string().nullable(),
  rows: z.array(z.object({ label: z.string(), value: z.string() })),
})
const opened = entity('OpenPackage', {
  company: withExamples({ name: eg(z.string(), EXAMPLE.company.nameOut), logoUrl: eg(z.string(), '') }),
  funder: eg(z.string(), EXAMPLE.funder.name),
  reference: eg(z.string(), '9ABC-DEF0'),
  message: eg(z.string(), ''),
  summary: eg(z.array(section), [{ title: null, rows: [{ label: 'Amount requested', value: '$50,000' }] }]),
  cashFlow: eg(z.array(section), []).meta({
    description: 'Empty where it was not chosen or nothing is read',
  }),
  documents: z
    .array(z.object({ id: z.string(), name: z.string(), fileType: z.string(), isMarked: z.boolean() }))
    .meta({
      description: '`id`: the `documentId` of the next call',
      example: [{ id: 'application', name: 'application.pdf', fileType: 'application/pdf', isMarked: true }],
    }),
  answer: eg(funderAnswer.nullable(), null),
  copyNumber: eg(z.string(), 'K7Q2-M4XD-9RTA-W3HN'),
  expiresAt: eg(z.string(), EXAMPLE.time),
})
export type OpenPackage = z.infer<typeof opened>
export const openOutput = envelope(opened)

/** `all`: everything, as a ZIP. */
export const fileInput = z.strictObject({
  token: linkToken,
  documentId: id.meta({
    description: '`application` and `cash-flow` for ours, `all` for everything as a ZIP',
    example: 'application',
  }),
  download: z.boolean().default(false).meta({ description: 'To be saved rather than shown', example: true }),
})

const given = anyText().trim().min(1).max(LIMITS.longTextLength)
export const packageAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('offer'), ...offerInputs }),
  z.strictObject({ kind: z.literal('decline'), reason: given }),
  z.strictObject({ kind: z.literal('ask'), text: given }),
])
/** REST describes objects only, so the answer is checked a second time, as one of the three. */
export const answerInput = z
  .strictObject({
    token: linkToken,
    kind: eg(z.enum(ANSWER_KINDS), 'ask'),
    ...z.object(offerInputs).partial().shape,
    reason: given.optional().meta({ description: 'Of a decline' }),
    text: given.optional().meta({ description: 'What is asked for', example: 'The October statement.' }),
  })
  .superRefine(({ token: _token, ...answer }, context) => {
    for (const issue of packageAnswer.safeParse(answer).error?.issues ?? []) {
      const path = issue.code === 'unrecognized_keys' ? issue.keys : issue.path
      context.addIssue({ code: 'custom', path: [...path], message: issue.message })
    }
  })
export type AnswerInput = z.infer<typeof answerInput>
export const answerOutput = envelope(withExamples({ answer: opened.shape.answer }))
