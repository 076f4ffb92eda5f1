import { answer, answerRows, callsOf } from '../trpc/call.ts'
import { noInput } from '../trpc/inputs.ts'
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

const call = callsOf('Submissions')

export const viewProcedures = {
  views: call(
    'page:forms',
    'GET /form/views',
    "Saved views of the list: the caller's own and those that the company shares",
    noInput,
    viewsOutput,
    { errors: [] },
  ).query(answerRows((services, by) => listViews(services, by.actor))),

  createView: call(
    'workspace.use',
    'POST /form/views',
    'Save a filter and a sort order under a name',
    viewInput,
    viewOutput,
    { errors: [409] },
  ).mutation(answer(createView)),

  changeView: call(
    'workspace.use',
    'PUT /form/views/{id}',
    'Change a saved view: one of the caller, or a shared one as an administrator',
    changeViewInput,
    viewOutput,
  ).mutation(answer(changeView)),

  takeOverView: call(
    'workspace.use',
    'POST /form/views/{id}/take-over',
    'Become the owner of a shared view that stopped with its owner',
    viewIdInput,
    viewOutput,
    { errors: [404, 409] },
  ).mutation(answer((services, by, input) => takeOverView(services, by, input.id))),

  deleteView: call(
    'workspace.use',
    'DELETE /form/views/{id}',
    'Delete a saved view',
    viewIdInput,
    deletedViewOutput,
  ).mutation(answer((services, by, input) => deleteView(services, by, input.id))),
}
