import { success } from '../../trpc/envelope.ts'
import { publicProcedure, router } from '../../trpc/init.ts'
import { publicLinkOutput, slugInput } from './link.schema.ts'
import { publicLinkBySlug } from './link.service.ts'

export const linkRouter = router({
  getBySlug: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/generated-link/get/slug/{slug}',
        tags: ['Public form'],
        summary: 'What a link opens: the company, its texts and the fields it asks for',
        protect: false,
      },
    })
    .input(slugInput)
    .output(publicLinkOutput)
    .query(async ({ ctx, input }) => success(await publicLinkBySlug(ctx.services, input.slug))),
})
