import { z } from 'zod'
import { TIMELINE_KINDS } from '#domain/events'
import {
  choicesOutput,
  noteInput,
  ownerInput,
  standing,
  statusInput,
  timelineOutput,
} from '../desk/desk.schema.ts'
import { createTaskInput, tasksOutput } from '../desk/task.schema.ts'
import { documentsOutput } from '../documents/document.schema.ts'
import * as asking from '../requests/request.schema.ts'
import { id } from '../trpc/inputs.ts'
import * as kinds from './mcp-tool.ts'
import { ofSubmission, page, submissionId, tool, toRange, typed } from './mcp-tool.ts'

const { data: requests } = asking.requestsOutput.shape
const request = requests.element.extend({
  message: typed,
  items: z.array(
    z.object({ wanted: z.record(z.string(), typed), state: z.string(), at: z.string().nullable() }),
  ),
})
const document = documentsOutput.shape.data.element.extend({ originalFilename: typed })
const entry = timelineOutput.shape.data.element
  .omit({ ip: true })
  .extend({ sentence: typed, text: typed.nullable(), document: z.object({ id, name: typed }).nullable() })
const task = tasksOutput.shape.data.element.extend({ text: typed, merchant: typed })
const { users, teams, readers } = choicesOutput.shape.data.shape

const tasksOf = z.strictObject({
  submissionId: submissionId.optional(),
  ownerId: id.meta({ description: "A user's id, or me" }).optional(),
  done: z.boolean().meta({ description: 'Done ones, or open ones' }).optional(),
  due: z.literal(true).meta({ description: 'Those to be done by now' }).optional(),
  ...page,
})
const timelineOf = ofSubmission.extend({
  kinds: z.array(z.enum(TIMELINE_KINDS)).max(TIMELINE_KINDS.length).optional().meta({
    description: 'Entries of these kinds alone',
  }),
  ...page,
})

const moved = standing.omit({ statusAt: true, reason: true })
const ofRequest = asking.requestInput.extend({
  id: submissionId,
  request: id.meta({ description: "A request's id, as list_requests returns it" }),
})
const given = task.pick({ id: true, ownerId: true, ownerName: true, dueAt: true, done: true })
const noted = z.object({ id: z.string(), createdAt: z.string() })

export const DESK_TOOLS = {
  list_requests: tool(
    kinds.READS,
    [
      'List requests',
      'What was asked of the applicant, newest first, with the state of each item. An open request has a link by ' +
        'make_request_link.',
    ],
    [ofSubmission, z.object({ requests: z.array(request) })],
    async (api, args) => ({ requests: (await api.form.requests(args)).data }),
  ),
  list_documents: tool(
    kinds.READS,
    [
      'List documents',
      'The files of a submission: names, kinds and the months of statements. Not what is in them.',
    ],
    [ofSubmission, z.object({ documents: z.array(document) })],
    async (api, args) => ({ documents: (await api.documents.forSubmission({ submissionId: args.id })).data }),
  ),
  read_timeline: tool(
    kinds.READS,
    ['Read the timeline', 'What happened to a submission and who did it, newest first.'],
    [timelineOf, z.object({ total: z.number().int(), entries: z.array(entry) })],
    async (api, { id: of, kinds: kind, ...cut }) => {
      const asked = { id: of, range: toRange(cut), filter: JSON.stringify({ kind }) }
      const { data: entries, total } = await api.form.timeline(asked)
      return { total, entries }
    },
  ),
  list_tasks: tool(
    kinds.READS,
    ['List tasks', 'What staff have to do about submissions: open tasks first, by the time they are due.'],
    [tasksOf, z.object({ total: z.number().int(), tasks: z.array(task) })],
    async (api, { limit, offset, ...filter }) => {
      const asked = { range: toRange({ limit, offset }), filter: JSON.stringify(filter) }
      const { data: tasks, total } = await api.task.list(asked)
      return { total, tasks }
    },
  ),
  list_colleagues: tool(
    kinds.CHOICES,
    [
      'List colleagues',
      'Users and teams to whom a submission can be assigned. `readers`: those of the users who can have tasks on it.',
    ],
    [ofSubmission, z.object({ users, teams, readers })],
    async (api, args) => (await api.form.deskChoices(args)).data,
  ),
  request_documents: tool(
    kinds.MAILS,
    [
      'Ask for missing items',
      'Asks the applicant for missing items, one request at a time, and moves the submission to `documents_needed`. ' +
        'If `mailed` is false, the application has no e-mail address: make_request_link makes a link to pass on.',
    ],
    [
      asking.askInput.extend({ id: submissionId }),
      asking.askOutput.shape.data.pick({ id: true, expiresAt: true }).extend({ mailed: z.boolean() }),
    ],
    async (api, args) => {
      const { data } = await api.form.ask(args)
      return { ...data, mailed: data.link === null }
    },
  ),
  take_back_request: tool(
    kinds.CHANGES,
    ['Take a request back', 'Takes an open request back; its links and reminders end.'],
    [ofRequest, asking.requestOutput.shape.data.pick({ id: true, state: true })],
    async (api, args) => (await api.form.takeBackRequest(args)).data,
  ),
  make_request_link: tool(
    kinds.ADDS,
    [
      'Make a link to a request',
      'A link by which the applicant answers an open request. Whoever has it can: pass it to the applicant alone.',
    ],
    [ofRequest, asking.linkOutput.shape.data],
    async (api, args) => (await api.form.requestLink(args)).data,
  ),
  add_note: tool(
    kinds.ADDS,
    [
      'Add a note',
      'Adds a note for staff, which stays. Colleagues whom it names, as in @Ann Broker, get a mail.',
    ],
    [noteInput.extend({ id: submissionId }), noted],
    async (api, args) => (await api.form.addNote(args)).data,
  ),
  change_status: tool(
    kinds.DECIDES,
    [
      'Change the status',
      'Moves a submission to one of the `moves` that read_submission tells, by its key. Decisions need ' +
        '`submission:decide`; the applicant may get a mail of one.',
    ],
    [statusInput.extend({ id: submissionId }), moved.omit({ owner: true, team: true })],
    async (api, args) => (await api.form.setStatus(args)).data,
  ),
  assign_submission: tool(
    kinds.CHANGES,
    ['Assign a submission', 'Gives a submission to a user, a team or nobody; list_colleagues tells to whom.'],
    [ownerInput.extend({ id: submissionId }), moved],
    async (api, args) => (await api.form.setOwner(args)).data,
  ),
  add_task: tool(
    kinds.ADDS,
    [
      'Add a task',
      'Gives a colleague a task on a submission; a mail reminds of it on the morning when it is due.',
    ],
    [createTaskInput.extend({ submissionId }), given],
    async (api, args) => (await api.task.create(args)).data,
  ),
  finish_task: tool(
    kinds.MARKS,
    ['Finish a task', 'Marks a task as done.'],
    [z.strictObject({ id: id.meta({ description: "A task's id, as list_tasks returns it" }) }), given],
    async (api, args) => (await api.task.update({ ...args, done: true })).data,
  ),
}
