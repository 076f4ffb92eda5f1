import { z } from 'zod'
import { throttle, addressKey } from '../auth/throttle.ts'
import { envelope, success } from '../trpc/envelope.ts'
import { publicProcedure, router } from '../trpc/init.ts'
import { restMeta } from '../trpc/rest-meta.ts'
import { EXAMPLE } from '../trpc/example.ts'

const rest = restMeta('Seals', { protect: false, base: [400, 503] })

export const evidenceRouter = router({
  lookUp: publicProcedure
    .meta(
      rest(
        'POST',
        '/verify/digest',
        'When a file with this SHA-256 was sealed here; null if none was',
        [429],
      ),
    )
    .input(
      z.strictObject({
        digest: z
          .string()
          .regex(/^[0-9a-f]{64}$/)
          .meta({ example: 'a'.repeat(64) }),
      }),
    )
    .output(
      envelope(
        z.object({ sealedAt: z.string().nullable().meta({ format: 'date-time', example: EXAMPLE.time }) }),
      ),
    )
    .query(async ({ ctx: { services, ip }, input: { digest } }) => {
      await throttle(services, 'digestPerAddress', addressKey(ip))
      const found = await services.db
        .system('public-form')
        .read((client) => client.sealedFile.findUnique({ where: { digest }, select: { sealedAt: true } }))
      return success({ sealedAt: found?.sealedAt.toISOString() ?? null })
    }),
})
