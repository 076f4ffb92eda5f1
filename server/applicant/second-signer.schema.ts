import { z } from 'zod'
import { toReference } from '#domain/reference'
import { envelope } from '../trpc/envelope.ts'
import { eg, EXAMPLE, entity, withExamples } from '../trpc/example.ts'
import { laterSigningInput } from '../submissions/signing/signing.schema.ts'
import { text } from '../trpc/inputs.ts'
import { applicantEmail, linkMailed, linkToken } from './link-inputs.ts'

export const inviteInput = z.strictObject({ token: linkToken, email: applicantEmail() })
export const inviteOutput = envelope(
  withExamples({ url: eg(z.string(), 'https://…/sign#kq3V…'), mailed: linkMailed }),
)

export const viewSignatureInput = z.strictObject({ token: linkToken })

const company = z.object({
  nameOut: z.string(),
  logoUrl: z.string(),
  pdfLogoUrl: z.string(),
  contact: z.string(),
})
const signatureView = entity('SignatureView', {
  reference: eg(z.string(), toReference(EXAMPLE.submission.id)),
  receivedAt: eg(z.string(), EXAMPLE.time),
  signedAt: z.string().nullable().meta({ description: 'When the holder of the link signed', example: null }),
  signer: eg(z.union([z.literal(1), z.literal(2)]), 2),
  name: eg(z.string(), 'Robin Baker'),
  company: eg(company, { nameOut: EXAMPLE.company.nameOut, logoUrl: '', pdfLogoUrl: '', contact: '' }),
  values: z.record(z.string(), z.string()).meta({
    description: 'Canonical name → text; of sensitive answers the last four',
    example: { legalName: 'Golden Crust LLC', partner1SSN: '***-**-6789', signer1Name: 'Ann Baker' },
  }),
  authorizationText: eg(z.string(), 'AUTHORIZATION'),
  disclaimer: eg(z.string(), ''),
})
export const viewSignatureOutput = envelope(signatureView)
export type SignatureView = z.infer<typeof signatureView>

export const signatureInput = z.strictObject({
  token: linkToken,
  name: text().meta({ example: 'Robin Baker' }),
  date: text().meta({ example: '2026-11-22' }),
  signature: z.string().meta({ example: 'data:image/png;base64,…' }),
  signing: laterSigningInput,
})
export type SignatureInput = z.infer<typeof signatureInput>
export const signatureOutput = envelope(withExamples({ signedAt: eg(z.string(), EXAMPLE.time) }))
