import { z } from 'zod'
import { SEAL_PROBLEMS, verifyMessages } from '#domain/messages/verify'
import type { Services } from '../services.ts'
import { EXAMPLE } from '../trpc/example.ts'
import { knownCertificates } from './certificates.ts'
import type { Verdict } from './verify/verdict.ts'

const reasons = verifyMessages.en.problems
const moment = z.string().nullable().meta({ format: 'date-time', example: EXAMPLE.time })

export const sealAnswer = z.object({
  state: z.enum(['sealed', 'changed', 'foreign', 'not_sealed', 'copy']).meta({ example: 'sealed' }),
  sealedAt: moment,
  timestampedAt: moment,
  signers: z.array(z.object({ name: z.string(), signedAt: z.string() })),
  original: z
    .string()
    .nullable()
    .meta({ description: 'SHA-256 of the original in hex, of a copy or an addition' }),
  code: z
    .enum(SEAL_PROBLEMS)
    .nullable()
    .meta({
      description: `Why the file is neither sealed nor a copy. ${SEAL_PROBLEMS.map((code) => `\`${code}\`: ${reasons[code]}`).join(' ')}`,
    }),
  reason: z.string().nullable().meta({ description: 'The same in words' }),
})

export const toSealAnswer = (verdict: Verdict): z.infer<typeof sealAnswer> => ({
  state: verdict.state,
  sealedAt: verdict.sealedAt,
  timestampedAt: verdict.timestampedAt,
  signers: verdict.evidence?.signers ?? [],
  original: verdict.evidence?.original ?? null,
  code: verdict.problem,
  reason: verdict.problem && reasons[verdict.problem],
})

/** @param owner callers take turns */
export async function verifyFile(
  { db, pdfs }: Pick<Services, 'db' | 'pdfs'>,
  pdf: Uint8Array,
  owner: string,
): Promise<z.infer<typeof sealAnswer>> {
  return toSealAnswer(await pdfs.verify(pdf, await knownCertificates(db), owner))
}
