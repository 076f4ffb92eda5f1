import { contentRange } from '../../trpc/content-range.ts'
import { success, successList } from '../../trpc/envelope.ts'
import { actionProcedure, publicProcedure, router } from '../../trpc/init.ts'
import { createLink } from './create-link.service.ts'
import {
  createInput,
  linkIdInput,
  linkOutput,
  linksOutput,
  listInput,
  publicLinkOutput,
  slugInput,
} from './link.schema.ts'
import { deleteLink, getLink, listLinks } from './link.service.ts'
import { publicLinkBySlug } from './public-link.service.ts'

const tags = ['Links']

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

  list: actionProcedure('link.list')
    .meta({
      openapi: {
        method: 'GET',
        path: '/generated-link/get',
        tags,
        protect: true,
        summary: 'Links, newest first; closed ones where the filter asks for them',
      },
    })
    .input(listInput)
    .output(linksOutput)
    .query(async ({ ctx, input }) => {
      const { rows, total, from } = await listLinks(ctx.services, ctx.actor, input)
      ctx.setHeader('content-range', contentRange('links', from, rows.length, total))
      return successList(rows, total)
    }),

  get: actionProcedure('link.list')
    .meta({
      openapi: {
        method: 'GET',
        path: '/generated-link/get/{id}',
        tags,
        protect: true,
        summary: 'One link',
      },
    })
    .input(linkIdInput)
    .output(linkOutput)
    .query(async ({ ctx, input }) => success(await getLink(ctx.services, ctx.actor, input.id))),

  create: actionProcedure('link.create')
    .meta({
      openapi: {
        method: 'POST',
        path: '/generated-link/create',
        tags,
        protect: true,
        summary: "A user's link to a company's form: the open one they have, else a new one",
        errorResponses: [400, 401, 503],
      },
    })
    .input(createInput)
    .output(linkOutput)
    .mutation(async ({ ctx, input }) => success(await createLink(ctx.services, ctx, input))),

  delete: actionProcedure('link.delete')
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/generated-link/delete/{id}',
        tags,
        protect: true,
        summary: 'Close a link: it begins no application any more, and what was begun may still be sent',
        errorResponses: [400, 401, 403, 404, 503],
      },
    })
    .input(linkIdInput)
    .output(linkOutput)
    .mutation(async ({ ctx, input }) => success(await deleteLink(ctx.services, ctx, input.id))),
})
