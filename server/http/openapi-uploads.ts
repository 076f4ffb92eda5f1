import { z } from 'zod'
import type { ZodOpenApiResponsesObject } from 'zod-openapi'
import { DOCUMENT_TYPES } from '#domain/document-type'
import { eg, EXAMPLE } from '../trpc/example.ts'
import { binary, errors, json, text } from './openapi-parts.ts'

const clientFileId = eg(text, '5f0c7f5e-6f0e-4d0b-9a53-2f1d1c7f0b11')
const statementMonth = eg(text, '2026-10')

const uploaded = z.object({
  id: text,
  name: text,
  size: z.int().meta({ description: 'Bytes' }),
  type: eg(text, 'application/pdf'),
  documentType: text,
  createdAt: eg(text, EXAMPLE.time),
  url: text,
  clientFileId: clientFileId.nullable(),
  statementMonth: statementMonth.nullable(),
})

export const sent = {
  file: binary.meta({ description: 'PDF, JPG or PNG; a HEIC photo is stored as JPG' }),
  clientFileId: clientFileId.optional().meta({
    description:
      'Made by the sender for this file and sent before it: under the same form session the same id ' +
      'is stored once and counts once, however often it is sent, and answers the stored file',
  }),
  statementMonth: statementMonth.optional().meta({ description: 'The month it covers, YYYY-MM' }),
}
export const anyType = (description: string) => z.enum(DOCUMENT_TYPES).optional().meta({ description })
export const heldFile = z.object({
  file: sent.file,
  statementMonth: sent.statementMonth,
  documentType: anyType('If absent, a bank statement'),
  companyId: text.optional().meta({ description: 'Of keys that reach all companies' }),
})
export const storedFile = (...more: number[]): ZodOpenApiResponsesObject => ({
  ...json('The stored file', uploaded, { url: text }),
  ...errors(400, 404, 413, 415, 429, 503, ...more),
})
