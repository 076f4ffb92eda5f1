import { z } from 'zod'
import type { Input } from '#domain/catalogue/define'
import { ALIASES } from '#domain/catalogue/index'
import { maxLength } from '#domain/catalogue/problem-texts'
import { DRAFT_INPUTS } from '#domain/catalogue/second-signer'
import { LIMITS } from '#domain/limits'
import { SIGNING } from '#domain/signing-draft'
import { envelope } from '../trpc/envelope.ts'
import { text } from '../trpc/inputs.ts'
import { schemaSentence } from '../trpc/wording.ts'
import { uploadedFileOutput } from '../documents/uploaded-file.ts'
import { applicantEmail, linkMailed, linkToken } from '../applicant/link-inputs.ts'
import { EXAMPLE } from '../trpc/example.ts'

/** Travels in a body or the `x-form-session` header, never in a URL. */
const sessionToken = text()
  .min(1)
  .meta({
    example: `${EXAMPLE.submission.id}.kq3V…`,
    description: 'The token of /form/initialize-session/{slug}; the header x-form-session takes it instead',
  })

export const initializeOutput = envelope(
  z.object({ formSubmissionId: z.string().meta({ example: `${EXAMPLE.submission.id}.kq3V…` }) }),
)

export const moveInput = z.strictObject({
  formSubmissionId: sessionToken.optional(),
  email: applicantEmail(),
})
export const moveOutput = envelope(
  z.object({ url: z.string().meta({ example: 'https://…/form/acme#move=kq3V…' }), mailed: linkMailed }),
)
export const takeInput = z.strictObject({ token: linkToken })

export const stateInput = z.strictObject({ formSubmissionId: sessionToken.optional() })

const draftOutput = z.object({
  values: z.record(z.string(), z.string()).meta({
    description: 'Canonical name → text; never a sensitive value',
    example: { legalName: 'Golden Crust LLC', city: 'Austin' },
  }),
  kept: z.array(z.string()).meta({
    description: 'Sensitive inputs that have a value, which is not told; a submit may name them as `kept`',
    example: ['taxId', 'partner1SSN'],
  }),
  secondSigner: z.boolean().nullable(),
  savedAt: z.string().meta({ example: '2026-11-21T09:30:00.000Z' }),
  revision: z.number().int().meta({
    description: 'The highest that was saved; a page goes on above it',
    example: 1795253400000,
  }),
})

export const stateOutput = envelope(
  z.object({
    files: z.array(uploadedFileOutput),
    submittedAt: z.string().nullable(),
    receiptToken: z.string().nullable().meta({
      description: 'Of a submitted application: opens its status page; for its applicant alone',
      example: null,
    }),
    movedAt: z.string().nullable().meta({
      description: 'When the draft was last opened on another device',
      example: null,
    }),
    draft: draftOutput.nullable(),
  }),
)

const TEXT_TOO_LONG = schemaSentence(({ pack }) => pack.form.problems.tooLong(LIMITS.draftTextLength))
const DRAWING_TOO_LARGE = schemaSentence(({ pack }) => pack.form.problems.signatureSize)

function draftProblem({ kind }: Input, value: string): string | null {
  if (kind === 'signature') return value.length > maxLength(kind) ? DRAWING_TOO_LARGE : null
  return value.length > LIMITS.draftTextLength ? TEXT_TOO_LONG : null
}

// Any typed text can be saved; rules apply at the submit.
export const saveDraftInput = z
  .strictObject({
    formSubmissionId: sessionToken.optional(),
    values: z.record(z.string(), z.string()).meta({
      description:
        'Only what changed, under the names that /form/submit takes; an empty text forgets an answer. `signing` holds the evidence of a submit as JSON. A text has at ' +
        `most ${LIMITS.draftTextLength} characters, a signature at most ${maxLength('signature')}`,
      example: { legalName: 'Golden Crust LLC', fax: '' },
    }),
    secondSigner: z.boolean().optional().meta({ example: false }),
    revision: z.number().int().min(0).meta({
      description:
        'Grows with every save of a page, such as its clock in ms; what is newer already is not replaced',
      example: 1795253400000,
    }),
  })
  // Uses the input's name as the path, as a submit does, so that the page finds its field.
  .superRefine(({ values }, context) => {
    for (const [name, value] of Object.entries(values)) {
      const input = DRAFT_INPUTS.get(ALIASES.get(name) ?? name)
      const message = input && draftProblem(input, value)
      if (name === SIGNING && value.length <= LIMITS.draftTextLength) continue
      if (!input) context.addIssue({ code: 'unrecognized_keys', keys: [name], input: values })
      else if (message) context.addIssue({ code: 'custom', path: [name], message })
    }
  })
export const saveDraftOutput = envelope(
  z.object({ savedAt: z.string().meta({ example: '2026-11-21T09:30:00.000Z' }) }),
)
