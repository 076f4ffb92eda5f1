import { z } from 'zod'
import { throttle, addressKey } from '../auth/throttle.ts'
import { answer, publicCallsOf } from '../trpc/call.ts'
import { envelope } from '../trpc/envelope.ts'
import { router } from '../trpc/init.ts'
import { EXAMPLE } from '../trpc/example.ts'

const call = publicCallsOf('Seals', [400, 503])

export const evidenceRouter = router({
  lookUp: call(
    'POST /verify/digest',
    'When a file with this SHA-256 was sealed here; null if none was',
    z.strictObject({
      digest: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .meta({ example: 'a'.repeat(64) }),
    }),
    envelope(
      z.object({ sealedAt: z.string().nullable().meta({ format: 'date-time', example: EXAMPLE.time }) }),
    ),
    { errors: [429] },
  ).query(
    answer(async (services, { ip }, { digest }) => {
      await throttle(services, 'digestPerAddress', addressKey(ip))
      const found = await services.db
        .system('public-form')
        .read((client) => client.sealedFile.findUnique({ where: { digest }, select: { sealedAt: true } }))
      return { sealedAt: found?.sealedAt.toISOString() ?? null }
    }),
  ),
})
