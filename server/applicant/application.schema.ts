import { z } from 'zod'
import { DOCUMENT_TYPES } from '#domain/document-type'
import { unlockPassword } from '../documents/document.schema.ts'
import { statementMonth } from '../documents/uploaded-file.ts'
import { envelope } from '../trpc/envelope.ts'
import { eg, EXAMPLE, entity, withExamples } from '../trpc/example.ts'
import { id } from '../trpc/inputs.ts'
import { shownOffer } from '../offers/offer.schema.ts'
import { askedOutput } from '../requests/request.schema.ts'
import { linkToken } from './link-inputs.ts'

export const PAGE_PURPOSES = ['receipt', 'status', 'request'] as const

export const tokenInput = z.strictObject({ token: linkToken })

const document = entity('ApplicationDocument', {
  id: eg(z.string(), EXAMPLE.document.id),
  originalFilename: eg(z.string(), 'october.pdf'),
  fileType: eg(z.string(), 'application/pdf'),
  fileSize: eg(z.number().int(), 184320),
  documentType: eg(z.enum(DOCUMENT_TYPES), 'bankStatements'),
  statementMonth,
  createdAt: eg(z.string(), EXAMPLE.time),
  later: eg(z.boolean(), true),
})

const signer = entity('Signer', {
  signer: eg(z.union([z.literal(1), z.literal(2)]), 1),
  name: eg(z.string(), 'Ana Baker'),
  state: eg(z.enum(['signed', 'waiting', 'missing']), 'signed'),
  at: eg(z.string().nullable(), EXAMPLE.time),
})

const state = entity('Application', {
  reference: eg(z.string(), '9ABC-DEF0'),
  receivedAt: eg(z.string(), EXAMPLE.time),
  slug: eg(z.string(), EXAMPLE.link.slug),
  company: withExamples({
    nameOut: eg(z.string(), EXAMPLE.company.nameOut),
    logoUrl: eg(z.string(), ''),
    contact: eg(z.string(), '212-555-0100, weekdays 9 to 5'),
  }),
  can: withExamples({
    copy: eg(z.boolean(), true),
    addDocuments: eg(z.boolean(), true),
    inviteSigner: eg(z.boolean(), false),
  }),
  nextSteps: eg(z.boolean(), true),
  decision: eg(z.object({ status: z.enum(['approved', 'funded', 'declined']), at: z.string() }).nullable(), {
    status: 'approved',
    at: EXAMPLE.time,
  }),
  documents: eg(z.array(document), []),
  statements: withExamples({
    asked: eg(z.array(z.string()), ['2026-07', '2026-08', '2026-09', '2026-10']),
    statementMonths: eg(z.array(z.string()), ['2026-09', '2026-10']),
    undatedStatements: eg(z.number().int(), 0),
  }),
  request: askedOutput,
  offers: eg(z.array(shownOffer), []),
  seal: eg(z.object({ digest: z.string(), sealedAt: z.string() }).nullable(), {
    digest: 'a'.repeat(64),
    sealedAt: EXAMPLE.time,
  }).meta({ description: 'SHA-256 of the sealed application; null until it is sealed' }),
  signers: eg(z.array(signer), []),
})
export type ApplicationState = z.infer<typeof state>
export const stateOutput = envelope(state)

const ofFile = {
  token: linkToken,
  id,
  setsMonth: eg(z.boolean(), true).meta({ description: 'Store the month that the file shows' }),
}
export const glanceInput = z.strictObject(ofFile)
export const unlockInput = z.strictObject({ ...ofFile, password: unlockPassword })

export const wantOfferInput = z.strictObject({ token: linkToken, offerId: id })
export const wantOfferOutput = envelope(withExamples({ wanted: eg(z.string(), EXAMPLE.submission.id) }))

export const endOutput = envelope(withExamples({ ended: eg(z.literal(true), true) }))

export const endLinksInput = z.strictObject({ id })
