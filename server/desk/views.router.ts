import { success, successList } from '../trpc/envelope.ts'
import { actionProcedure, permissionProcedure } from '../trpc/init.ts'
import { noInput } from '../trpc/inputs.ts'
import { restMeta } from '../trpc/rest-meta.ts'
import {
  changeViewInput,
  deletedViewOutput,
  viewIdInput,
  viewInput,
  viewOutput,
  viewsOutput,
  changeView,
  createView,
  deleteView,
  listViews,
  takeOverView,
} from './views.service.ts'

const rest = restMeta('Submissions')

export const viewProcedures = {
  views: permissionProcedure('page:forms')
    .meta(
      rest(
        'GET',
        '/form/views',
        "Saved views of the list: the caller's own and those that the company shares",
        [],
      ),
    )
    .input(noInput)
    .output(viewsOutput)
    .query(async ({ ctx }) => {
      const rows = await listViews(ctx.services, ctx.actor)
      return successList(rows, rows.length)
    }),

  createView: actionProcedure('workspace.use')
    .meta(rest('POST', '/form/views', 'Save a filter and a sort order under a name', [409]))
    .input(viewInput)
    .output(viewOutput)
    .mutation(async ({ ctx, input }) => success(await createView(ctx.services, ctx, input))),

  changeView: actionProcedure('workspace.use')
    .meta(
      rest(
        'PUT',
        '/form/views/{id}',
        'Change a saved view: one of the caller, or a shared one as an administrator',
      ),
    )
    .input(changeViewInput)
    .output(viewOutput)
    .mutation(async ({ ctx, input }) => success(await changeView(ctx.services, ctx, input))),

  takeOverView: actionProcedure('workspace.use')
    .meta(
      rest(
        'POST',
        '/form/views/{id}/take-over',
        'Become the owner of a shared view that stopped with its owner',
        [404, 409],
      ),
    )
    .input(viewIdInput)
    .output(viewOutput)
    .mutation(async ({ ctx, input }) => success(await takeOverView(ctx.services, ctx, input.id))),

  deleteView: actionProcedure('workspace.use')
    .meta(rest('DELETE', '/form/views/{id}', 'Delete a saved view'))
    .input(viewIdInput)
    .output(deletedViewOutput)
    .mutation(async ({ ctx, input }) => success(await deleteView(ctx.services, ctx, input.id))),
}
