import { answer, answerList, callsOf } from '../trpc/call.ts'
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

const call = callsOf('Submissions')

export const workspaceProcedures = {
  notes: call(
    'submission.list',
    'GET /form/submissions/{id}/notes',
    'Notes of the staff on an application, newest first',
    notesInput,
    notesOutput,
  ).query(answerList('notes', listNotes)),

  addNote: call(
    'submission.update',
    'POST /form/submissions/{id}/notes',
    'Write a note, which stays as it is; colleagues whom it names, as in @Ann Broker, get a mail with a link',
    noteInput,
    noteOutput,
    { errors: [404] },
  ).mutation(answer(addNote)),

  timeline: call(
    'submission.list',
    'GET /form/submissions/{id}/timeline',
    'What happened to an application, newest first: notes, moves, mails, reads, documents, requests',
    timelineInput,
    timelineOutput,
  ).query(answerList('timeline', readTimeline)),

  presence: call(
    'workspace.use',
    'PUT /form/submissions/{id}/presence',
    'Tell that the caller has an application open, to be repeated every 20 seconds; tells who else has',
    presenceInput,
    presenceOutput,
  ).mutation(answer((services, by, input) => keepPresence(services, by, input.id))),
}
