import { z } from 'zod'
import { INPUTS } from '#domain/catalogue/index'
import { LANGUAGES } from '#domain/language'
import { LIMITS } from '#domain/limits'
import { envelope } from '../../trpc/envelope.ts'
import { eg, EXAMPLE, entity } from '../../trpc/example.ts'
import { externalIdInput, id, metadataInput, text } from '../../trpc/inputs.ts'
import { slug } from '../../entities/link/public-link.ts'
import { answers } from '../submission.schema.ts'

const answersExample = {
  legalName: 'Golden Crust LLC',
  businessPhone: '2125550187',
  startDate: '2015-03-15',
  email: 'owner@golden-crust.example',
  cellPhone: '9175550142',
  address: '12 Mulberry Street',
  city: 'New York',
  state: 'NY',
  zip: '10013',
  taxId: '12-3456789',
  style: 'LLC',
  sales: '85,000',
  advanceAmount: '60000',
  partner1Name: 'Ann Baker',
  partner1Title: 'Owner, 100%',
  partner1SSN: '123-45-6789',
  partner1DOB: '1980-05-17',
  partner1Address: '5 Elm Street',
  partner1Phone: '9145550133',
}

export const createInput = z.strictObject({
  slug: eg(slug, EXAMPLE.link.slug),
  answers: z.strictObject(answers).meta({
    description:
      'By the names of the form. `GET /form/schema/{slug}` says which ones a link asks for; others are not kept. ' +
      'Signers are optional, and drawn signatures are refused: ask for them by `signature-requests`',
    example: answersExample,
  }),
  documentIds: z
    .array(id)
    .max(LIMITS.maxFiles)
    .optional()
    .meta({ description: 'Of `POST /documents/upload` by the same key', example: [EXAMPLE.document.id] }),
  applicant: z
    .strictObject({
      ip: z.union([z.ipv4(), z.ipv6()]).optional(),
      userAgent: text(LIMITS.userAgentLength).optional(),
      language: z.enum(LANGUAGES).optional(),
    })
    .optional()
    .meta({
      description:
        "The applicant's browser as your server saw it: kept as told, beside the address of this call",
      example: { ip: '198.51.100.24', userAgent: 'Mozilla/5.0 …', language: 'en' },
    }),
  externalId: externalIdInput(),
  metadata: metadataInput(),
})
export type CreateInput = z.infer<typeof createInput>

export const schemaInput = z.strictObject({ slug })
const [, input] = [...INPUTS.values()]
const field = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.string().meta({ description: 'Which rule checks it, such as phone, money, ssn' }),
  required: z.boolean().meta({ description: 'While it is shown, and here as `POST /form/submissions` asks' }),
  sensitive: z.boolean(),
  maxLength: z.number().int(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  default: z.string(),
  showWhen: z.object({ field: z.string(), equals: z.string() }).nullable(),
  help: z.string(),
  placeholder: z.string(),
})
export type FormField = z.infer<typeof field>
const formSchema = entity('FormSchema', {
  slug: eg(z.string(), EXAMPLE.link.slug),
  language: eg(z.enum(LANGUAGES), 'en'),
  sections: eg(
    z.array(
      z.object({
        key: z.string(),
        title: z.string(),
        groups: z.array(z.object({ key: z.string(), title: z.string().nullable(), fields: z.array(field) })),
      }),
    ),
    [
      {
        key: 'businessInfo',
        title: 'Business information',
        groups: [
          {
            key: 'businessInfo',
            title: null,
            fields: [
              {
                name: input?.name ?? '',
                label: input?.label ?? '',
                kind: input?.kind ?? '',
                required: true,
                sensitive: false,
                maxLength: LIMITS.textLength,
                choices: [],
                default: '',
                showWhen: null,
                help: '',
                placeholder: '',
              },
            ],
          },
        ],
      },
    ],
  ),
  documents: eg(z.object({ asked: z.boolean(), most: z.number().int(), bytes: z.number().int() }), {
    asked: true,
    most: LIMITS.maxFiles,
    bytes: LIMITS.fileBytes,
  }),
  texts: eg(z.object({ authorization: z.string(), disclaimer: z.string(), consent: z.string() }), {
    authorization: 'AUTHORIZATION\n…',
    disclaimer: '',
    consent: 'What it covers: …',
  }).meta({ description: 'What the page shows above a signature' }),
})
export type FormSchema = z.infer<typeof formSchema>
export const schemaOutput = envelope(formSchema)
