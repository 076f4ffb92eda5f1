import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { envelope } from '../../trpc/envelope.ts'
import { eg, withExamples } from '../../trpc/example.ts'

export const importInput = z.strictObject({
  csv: z
    .string()
    .max(LIMITS.importBytes)
    .meta({
      description: `A file with a header line and commas, at most ${LIMITS.importRows} lines; an empty cell leaves a field out`,
      example: 'nameIn,nameOut\nAcme (east),Acme Funding',
    }),
  dryRun: z.boolean().optional().meta({ description: 'Names every invalid line and imports nothing' }),
})
export type ImportInput = z.infer<typeof importInput>

const lineError = z.object({ line: z.number().int(), field: z.string(), error: z.string() })
const report = withExamples({
  rows: eg(z.number().int(), 1),
  created: eg(z.number().int(), 1),
  unchanged: eg(z.number().int(), 0),
  errors: eg(z.array(lineError), []),
})
export type ImportReport = z.infer<typeof report>
export const importOutput = envelope(report)
