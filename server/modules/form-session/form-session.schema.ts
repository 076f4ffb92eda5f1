import { z } from 'zod'
import { envelope } from '../../trpc/envelope.ts'
import { text } from '../../trpc/inputs.ts'
import { uploadedFileOutput } from '../document/uploaded-file.ts'

/** A form session's token, in a body or the `x-form-session` header, never in a URL. */
const sessionToken = text().min(1)

export const initializeOutput = envelope(z.object({ formSubmissionId: z.string() }))

export const stateInput = z.strictObject({ formSubmissionId: sessionToken.optional() })
export const stateOutput = envelope(
  z.object({ files: z.array(uploadedFileOutput), submittedAt: z.string().nullable() }),
)
