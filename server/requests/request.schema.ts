import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { CORRECTABLE, ITEM_STATES, REQUESTED_TYPES, type RequestItem } from '#domain/request'
import { isStatementMonth } from '#domain/statement-month'
import { envelope, listEnvelope } from '../trpc/envelope.ts'
import { eg, EXAMPLE, entity, withExamples } from '../trpc/example.ts'
import { anyText, id, optionalEmail, text } from '../trpc/inputs.ts'
import { linkToken } from '../applicant/link-inputs.ts'
import { signingInput } from '../submissions/signing/signing.schema.ts'

const words = anyText().max(LIMITS.longTextLength)
const told = <T extends z.ZodType>(type: T, description: string): T => type.meta({ description })
const kind = <Kind extends string>(name: Kind, asks: string) => told(z.literal(name), asks)
const wanted = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: kind('statement', 'A bank statement'),
    month: told(z.string().refine(isStatementMonth, serverMessages.request.month), 'YYYY-MM'),
  }),
  z.strictObject({
    kind: kind('document', 'Another file'),
    type: told(z.enum(REQUESTED_TYPES), 'What it is'),
    label: told(text(), 'What the applicant reads beside its type, or empty'),
  }),
  z.strictObject({
    kind: kind('answer', 'An answer in words'),
    question: told(words.min(1), 'The question as the applicant reads it'),
  }),
  z.strictObject({
    kind: kind('correction', 'A corrected answer, which the applicant signs'),
    field: told(z.enum(CORRECTABLE), 'The field of the form'),
  }),
]) satisfies z.ZodType<RequestItem>

const items = z.array(
  z.object({ wanted, state: z.enum(ITEM_STATES), at: z.string().nullable().meta({ example: null }) }),
)
export const storedRequest = z.object({ message: z.string(), items })
export type StoredRequest = z.infer<typeof storedRequest>

const ITEMS: RequestItem[] = [
  { kind: 'statement', month: '2026-10' },
  { kind: 'correction', field: 'dbaName' },
]
export const askInput = z.strictObject({
  id,
  items: told(eg(z.array(wanted).min(1).max(LIMITS.requestItems), ITEMS), 'What is missing'),
  message: words.default('').meta({
    description: 'What the applicant reads above the items',
    example: 'The October statement lacks its last page.',
  }),
})
export type AskInput = z.infer<typeof askInput>

const request = entity('Request', {
  id: eg(z.string(), EXAMPLE.submission.id),
  state: eg(z.enum(['open', 'answered', 'cancelled', 'expired']), 'open'),
  message: eg(z.string(), ''),
  items: eg(
    items,
    ITEMS.map((item) => ({ wanted: item, state: 'asked' as const, at: null })),
  ),
  askedBy: eg(z.string(), EXAMPLE.user.name),
  reminders: z.boolean().meta({ description: 'False: the applicant ended them', example: true }),
  mailed: z.boolean().nullable().meta({
    description: 'False: the mail was not sent, so pass a link on; null: it waits',
    example: true,
  }),
  createdAt: eg(z.string(), EXAMPLE.time),
  expiresAt: eg(z.string(), EXAMPLE.time),
})
export type RequestRecord = z.infer<typeof request>

export const submissionInput = z.strictObject({ id })
export const requestInput = z.strictObject({ id, request: id })
export const requestsOutput = listEnvelope(request)
export const requestOutput = envelope(request)
export const askOutput = envelope(
  request.extend({
    link: z.string().nullable().meta({
      description: 'To pass on where no mail is sent; shown once',
      example: null,
    }),
  }),
)
export const linkOutput = envelope(withExamples({ url: eg(z.string(), 'https://…/application#kq3V…') }))

const item = z.number().int().min(0).max(LIMITS.requestItems)
export const answerInput = z.strictObject({
  token: linkToken,
  answers: z
    .array(
      z.union([
        z.strictObject({ item, document: id }),
        z.strictObject({ item, text: words.min(1) }),
        z.strictObject({ item, missing: words.min(1) }),
      ]),
    )
    .min(1)
    .max(LIMITS.requestItems)
    .meta({
      description:
        '`item`: its place in the list. `document`: the id of a file added meanwhile; `text`: the answer or the ' +
        'corrected value; `missing`: why the applicant does not have it',
      example: [{ item: 0, text: 'Golden Crust' }],
    }),
  signed: z
    .strictObject({
      name: text(),
      date: text(),
      signature: z.string(),
      signing: signingInput.unwrap().omit({ signer2: true }).required({ signer1: true }),
    })
    .optional()
    .meta({ description: 'Needed with a corrected value' }),
})
export type AnswerInput = z.infer<typeof answerInput>
export const answerOutput = envelope(withExamples({ open: eg(z.number().int(), 0) }))

const asked = entity('OpenRequest', {
  open: eg(z.boolean(), true),
  askedAt: eg(z.string(), EXAMPLE.time),
  expiresAt: eg(z.string(), EXAMPLE.time),
  answeredAt: z.string().nullable().meta({ description: 'When everything asked was in', example: null }),
  details: z
    .object({
      message: z.string(),
      items: z.array(items.element.extend({ before: z.string() })),
      signer: z.string(),
      authorizationText: z.string(),
      disclaimer: z.string(),
    })
    .nullable()
    .meta({
      description:
        'Null by another link than that of the request, and once it is answered; `before`: masked where sensitive',
      example: null,
    }),
})
export const askedOutput = asked.nullable()
export type Asked = z.infer<typeof asked>

const signer = z.union([z.literal(1), z.literal(2)])
export const signatureRequestInput = z.strictObject({
  id,
  signer: eg(signer, 1),
  email: optionalEmail().meta({ description: 'Mails the link', example: 'owner@golden-crust.example' }),
})
export type SignatureRequestInput = z.infer<typeof signatureRequestInput>
export const signatureRequestOutput = envelope(
  withExamples({ url: eg(z.string(), 'https://…/sign#kq3V…'), mailed: eg(z.boolean(), true) }),
)
