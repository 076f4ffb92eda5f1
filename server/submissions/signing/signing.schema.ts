import { z } from 'zod'
import { LANGUAGES } from '#domain/language'
import { LIMITS } from '#domain/limits'
import { CONSENT_VERSION, CONSENT_VERSIONS, SIGNING_WAYS } from '#domain/signing'
import { EXAMPLE } from '../../trpc/example.ts'

// ISO times allow any number of fractional digits.
const moment = z.iso.datetime().max(LIMITS.idLength).meta({ example: EXAMPLE.time })
const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: 'SHA-256 in hex' })

const act = { startedAt: moment, endedAt: moment, way: z.enum(SIGNING_WAYS).meta({ example: 'drawn' }) }
const actInput = z.strictObject({ ...act, wording: digest.optional(), digest: digest.optional() }).meta({
  description:
    "Times are the applicant's clock. `wording` digests what stood above the signature when it was made: if the " +
    'company has changed it since, the submit is a 409 with the code wording_changed. `digest` covers the wording ' +
    'and the answers as they are sent',
})

const signed = z
  .strictObject({
    consent: z.strictObject({
      version: z.enum(CONSENT_VERSIONS).meta({ example: CONSENT_VERSION }),
      language: z.enum(LANGUAGES).meta({ example: 'en' }),
      at: moment,
    }),
    signer1: actInput.optional(),
    signer2: actInput.optional(),
  })
  .meta({ description: 'Consent to electronic records and how each signature was made, kept as evidence' })

export const signingInput = signed.optional()

/** Of the link's signer alone. */
export const laterSigningInput = signed

const signer = z.object({
  signer: z.number().int().meta({ example: 1 }),
  ...act,
  digest: digest.nullable().meta({ description: "The browser's; null where it could not make one" }),
  matches: z.boolean().nullable().meta({ description: "Whether it is the server's" }),
})

export const storedSigning = z.object({
  consent: z.object({
    version: z.string().meta({ example: CONSENT_VERSION }),
    language: z.enum(LANGUAGES).meta({ example: 'en' }),
    at: moment,
    text: z.string().meta({ example: 'What it covers: this application, …' }),
  }),
  digest: digest.meta({ description: "The server's digest of the wording and the answers it stored" }),
  signers: z.array(signer),
})

/** Has the shape of `SigningRecord`. */
export const signingRecord = storedSigning.extend({
  signers: z.array(
    signer.extend({
      receivedAt: moment.meta({ description: "The server's clock" }),
      address: z.string().meta({ example: '203.0.113.7' }),
      device: z.string().meta({ example: 'Mozilla/5.0 …' }),
    }),
  ),
})
