import { listAnswer, success } from '../../trpc/envelope.ts'
import { actionProcedure, publicProcedure, router } from '../../trpc/init.ts'
import { restMeta } from '../../trpc/rest-meta.ts'
import { createLink } from './create-link.service.ts'
import {
  createInput,
  linkIdInput,
  linkOutput,
  linksOutput,
  listInput,
  publicLinkOutput,
  slugInput,
  updateInput,
} from './link.schema.ts'
import { deleteLink, getLink, listLinks, updateLink } from './link.service.ts'
import { publicLinkBySlug } from './public-link.service.ts'

const publicRest = restMeta('Public form', { protect: false, base: [400, 503] })
const rest = restMeta('Links')

export const linkRouter = router({
  getBySlug: publicProcedure
    .meta(
      publicRest(
        'GET',
        '/generated-link/get/slug/{slug}',
        'What a link opens: the company, its texts and the fields it asks for',
      ),
    )
    .input(slugInput)
    .output(publicLinkOutput)
    .query(async ({ ctx, input }) => success(await publicLinkBySlug(ctx.services, input.slug))),

  list: actionProcedure('link.list')
    .meta(
      rest('GET', '/generated-link/get', 'Links, newest first; closed ones where the filter asks for them'),
    )
    .input(listInput)
    .output(linksOutput)
    .query(async ({ ctx, input }) =>
      listAnswer(ctx, 'links', await listLinks(ctx.services, ctx.actor, input)),
    ),

  get: actionProcedure('link.list')
    .meta(rest('GET', '/generated-link/get/{id}', 'One link'))
    .input(linkIdInput)
    .output(linkOutput)
    .query(async ({ ctx, input }) => success(await getLink(ctx.services, ctx.actor, input.id))),

  create: actionProcedure('link.create')
    .meta(
      rest(
        'POST',
        '/generated-link/create',
        "A user's link to a company's form: the open one they have, else a new one",
        [],
      ),
    )
    .input(createInput)
    .output(linkOutput)
    .mutation(async ({ ctx, input }) => success(await createLink(ctx.services, ctx, input))),

  update: actionProcedure('link.delete')
    .meta(rest('PUT', '/generated-link/update/{id}', 'Choose the team that gets the submissions of a link'))
    .input(updateInput)
    .output(linkOutput)
    .mutation(async ({ ctx, input }) => success(await updateLink(ctx.services, ctx, input))),

  delete: actionProcedure('link.delete')
    .meta(
      rest(
        'DELETE',
        '/generated-link/delete/{id}',
        'Close a link: it begins no application any more, and what was begun may still be sent',
        [404],
      ),
    )
    .input(linkIdInput)
    .output(linkOutput)
    .mutation(async ({ ctx, input }) => success(await deleteLink(ctx.services, ctx, input.id))),
})
