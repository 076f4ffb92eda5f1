import { z } from 'zod'
import { ALIASES, INPUTS } from '#domain/catalogue/index'
import { maxLength } from '#domain/catalogue/validate'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { envelope } from '../../trpc/envelope.ts'
import { text } from '../../trpc/inputs.ts'
import { uploadedFileOutput } from '../document/uploaded-file.ts'

/** A form session's token, in a body or the `x-form-session` header, never in a URL. */
const sessionToken = text().min(1).meta({
  description: 'The token of /form/initialize-session/{slug}; the header x-form-session takes it instead',
})

export const initializeOutput = envelope(z.object({ formSubmissionId: z.string() }))

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
    draft: draftOutput.nullable(),
  }),
)

/** How long an answer in a draft may be; null for a name that no form has. */
function draftLimit(name: string): number | null {
  const input = INPUTS.get(ALIASES.get(name) ?? name)
  if (!input) return null
  return input.kind === 'signature' ? maxLength(input.kind) : LIMITS.draftTextLength
}

// Whatever can be typed can be saved: what is wrong with an answer is said when it is submitted.
export const saveDraftInput = z
  .strictObject({
    formSubmissionId: sessionToken.optional(),
    values: z.record(z.string(), z.string()).meta({
      description:
        'Only what changed, under the names that /form/submit takes; an empty text forgets an answer. A text has at ' +
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
  // Told by the name of the input alone, as a submit does, so that a page finds its field.
  .superRefine(({ values }, context) => {
    for (const [name, value] of Object.entries(values)) {
      const limit = draftLimit(name)
      if (limit === null) context.addIssue({ code: 'unrecognized_keys', keys: [name], input: values })
      else if (value.length > limit) {
        context.addIssue({ code: 'custom', path: [name], message: serverMessages.invalid.tooLong(limit) })
      }
    }
  })
export const saveDraftOutput = envelope(
  z.object({ savedAt: z.string().meta({ example: '2026-11-21T09:30:00.000Z' }) }),
)
