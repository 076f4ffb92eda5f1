import { LIMITS } from '#domain/limits'
import { answer, callsOf, answerRows, answerList } from '../trpc/call.ts'
import { noInput } from '../trpc/inputs.ts'
import { listChoices, setOwner } from './assignees.ts'
import { readBoard } from './board.ts'
import * as bulk from './bulk.schema.ts'
import { readJob, startBulk } from './bulk.service.ts'
import * as schema from './desk.schema.ts'
import { setStatus } from './move-status.ts'
import { success } from '../trpc/envelope.ts'
import { PANEL } from '../trpc/rest-meta.ts'
import { countArrivals, countByStatus } from './status-counts.ts'
import * as views from './views.service.ts'
import { addNote, listNotes } from './notes.service.ts'
import { keepPresence } from './presence.service.ts'
import { readTimeline } from './timeline.service.ts'

const call = callsOf('Submissions')
const panelCall = callsOf(PANEL)

export const deskProcedures = {
  board: panelCall(
    'page:forms',
    'GET /form/board',
    `Submissions by status, the newest ${LIMITS.boardCards} of each and how many there are`,
    noInput,
    schema.boardOutput,
    { errors: [] },
  ).query(answer(readBoard)),

  deskChoices: call(
    'submission.update',
    'GET /form/submissions/{id}/choices',
    'Where the caller can move a submission, and to whom it can be assigned',
    schema.choicesInput,
    schema.choicesOutput,
  ).query(answer((services, by, input) => listChoices(services, by.actor, input.id))),

  setStatus: call(
    'submission.update',
    'PUT /form/submissions/{id}/status',
    'Move a submission to another status; declining and withdrawing need a reason; making and leaving a decision need submission:decide',
    schema.statusInput,
    schema.standingOutput,
    { errors: [404, 409] },
  ).mutation(answer(setStatus)),

  setOwner: call(
    'submission.update',
    'PUT /form/submissions/{id}/owner',
    'Assign a submission to a user, a team or nobody',
    schema.ownerInput,
    schema.standingOutput,
    { errors: [404, 409] },
  ).mutation(answer(setOwner)),

  bulk: call(
    'submission.update',
    'POST /form/submissions/bulk',
    `Assign, move or ask for missing items on up to ${LIMITS.bulkRows.toLocaleString('en-US')} submissions, by ids or by a filter; a job does it, with its maker’s rights as each one’s turn comes`,
    bulk.bulkInput,
    bulk.jobOutput,
    { errors: [409, 429] },
  ).mutation(answer(startBulk)),

  job: call(
    'signed-in',
    'GET /job/{id}',
    'How far a job is; for whoever started it',
    bulk.jobInput,
    bulk.jobOutput,
  ).query(answer(readJob)),

  statusCounts: panelCall(
    'page:forms',
    'GET /form/submissions/counts',
    'How many submissions the filter of the list finds in each status',
    schema.countsInput,
    schema.countsOutput,
    { errors: [] },
  ).query(answer(countByStatus)),

  arrivals: panelCall(
    'page:forms',
    'GET /form/submissions/arrivals',
    'How many submissions came after `since`; 304 to If-None-Match while none has',
    schema.arrivalsInput,
    schema.arrivalsOutput,
    { errors: [] },
  ).query(async ({ ctx, input }) => {
    const found = await countArrivals(ctx.services, ctx.actor, input.since)
    ctx.setHeader('etag', `"${found.count}-${found.newest ?? ''}"`)
    return success(found)
  }),

  views: panelCall(
    'page:forms',
    'GET /form/views',
    "Saved views of the list: the caller's own and those that the company shares",
    noInput,
    views.viewsOutput,
    { errors: [] },
  ).query(answerRows((services, by) => views.listViews(services, by.actor))),

  createView: panelCall(
    'workspace.use',
    'POST /form/views',
    'Save a filter and a sort order under a name',
    views.viewInput,
    views.viewOutput,
    { errors: [409] },
  ).mutation(answer(views.createView)),

  changeView: panelCall(
    'workspace.use',
    'PUT /form/views/{id}',
    'Change a saved view: one of the caller, or a shared one as an administrator',
    views.changeViewInput,
    views.viewOutput,
  ).mutation(answer(views.changeView)),

  takeOverView: panelCall(
    'workspace.use',
    'POST /form/views/{id}/take-over',
    'Become the owner of a shared view that stopped with its owner',
    views.viewIdInput,
    views.viewOutput,
    { errors: [404, 409] },
  ).mutation(answer((services, by, input) => views.takeOverView(services, by, input.id))),

  deleteView: panelCall(
    'workspace.use',
    'DELETE /form/views/{id}',
    'Delete a saved view',
    views.viewIdInput,
    views.deletedViewOutput,
  ).mutation(answer((services, by, input) => views.deleteView(services, by, input.id))),

  notes: call(
    'submission.list',
    'GET /form/submissions/{id}/notes',
    'Notes of the staff on an application, newest first',
    schema.notesInput,
    schema.notesOutput,
  ).query(answerList('notes', listNotes)),

  addNote: call(
    'submission.update',
    'POST /form/submissions/{id}/notes',
    'Write a note, which stays as it is; colleagues whom it names, as in @Ann Broker, get a mail with a link',
    schema.noteInput,
    schema.noteOutput,
    { errors: [404] },
  ).mutation(answer(addNote)),

  timeline: call(
    'submission.list',
    'GET /form/submissions/{id}/timeline',
    'What happened to an application, newest first: notes, moves, mails, reads, documents, requests',
    schema.timelineInput,
    schema.timelineOutput,
  ).query(answerList('timeline', readTimeline)),

  presence: panelCall(
    'workspace.use',
    'PUT /form/submissions/{id}/presence',
    'Tell that the caller has an application open, to be repeated every 20 seconds; tells who else has',
    schema.presenceInput,
    schema.presenceOutput,
  ).mutation(answer((services, by, input) => keepPresence(services, by, input.id))),
}
