import { z } from 'zod'
import { ALIASES, INPUTS } from '#domain/catalogue/index'
import { maxLength } from '#domain/catalogue/validate'
import { LIMITS } from '#domain/limits'
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

// Whatever can be typed can be saved: what is wrong with an answer is said when it is submitted.
const draftText = z.string().max(LIMITS.draftTextLength).optional()
const drawing = z.string().max(maxLength('signature')).optional()

export const saveDraftInput = z.strictObject({
  formSubmissionId: sessionToken.optional(),
  values: z
    .strictObject(
      Object.fromEntries([
        ...[...INPUTS.values()].map(
          ({ name, kind }) => [name, kind === 'signature' ? drawing : draftText] as const,
        ),
        ...[...ALIASES.keys()].map((alias) => [alias, draftText] as const),
      ]),
    )
    .meta({
      description: 'Only what changed; an empty text forgets an answer',
      example: { legalName: 'Golden Crust LLC', fax: '' },
    }),
  secondSigner: z.boolean().optional().meta({ example: false }),
  revision: z.number().int().min(0).meta({
    description:
      'Grows with every save of a page, such as its clock in ms; what is newer already is not replaced',
    example: 1795253400000,
  }),
})
export const saveDraftOutput = envelope(
  z.object({ savedAt: z.string().meta({ example: '2026-11-21T09:30:00.000Z' }) }),
)
