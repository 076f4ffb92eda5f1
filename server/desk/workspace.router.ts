import { listAnswer, success } from '../trpc/envelope.ts'
import { actionProcedure } from '../trpc/init.ts'
import { restMeta } from '../trpc/rest-meta.ts'
import { addNote, listNotes } from './notes.service.ts'
import { keepPresence } from './presence.service.ts'
import { readTimeline } from './timeline.service.ts'
import {
  noteInput,
  noteOutput,
  notesInput,
  notesOutput,
  presenceInput,
  presenceOutput,
  timelineInput,
  timelineOutput,
} from './workspace.schema.ts'

const rest = restMeta('Submissions')

export const workspaceProcedures = {
  notes: actionProcedure('submission.list')
    .meta(rest('GET', '/form/submissions/{id}/notes', 'Notes of the staff on an application, newest first'))
    .input(notesInput)
    .output(notesOutput)
    .query(async ({ ctx, input }) => listAnswer(ctx, 'notes', await listNotes(ctx.services, ctx, input))),

  addNote: actionProcedure('submission.update')
    .meta(
      rest(
        'POST',
        '/form/submissions/{id}/notes',
        'Write a note, which stays as it is; colleagues whom it names, as in @Ann Broker, get a mail with a link',
        [404],
      ),
    )
    .input(noteInput)
    .output(noteOutput)
    .mutation(async ({ ctx, input }) => success(await addNote(ctx.services, ctx, input))),

  timeline: actionProcedure('submission.list')
    .meta(
      rest(
        'GET',
        '/form/submissions/{id}/timeline',
        'What happened to an application, newest first: notes, moves, mails, reads, documents, requests',
      ),
    )
    .input(timelineInput)
    .output(timelineOutput)
    .query(async ({ ctx, input }) =>
      listAnswer(ctx, 'timeline', await readTimeline(ctx.services, ctx, input)),
    ),

  presence: actionProcedure('workspace.use')
    .meta(
      rest(
        'PUT',
        '/form/submissions/{id}/presence',
        'Tell that the caller has an application open, to be repeated every 20 seconds; tells who else has',
      ),
    )
    .input(presenceInput)
    .output(presenceOutput)
    .mutation(async ({ ctx, input }) => success(await keepPresence(ctx.services, ctx, input.id))),
}
