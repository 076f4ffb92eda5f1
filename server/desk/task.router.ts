import { answer, answerList, callsOf } from '../trpc/call.ts'
import { successList } from '../trpc/envelope.ts'
import { idInput, noInput } from '../trpc/inputs.ts'
import { router } from '../trpc/init.ts'
import { PANEL } from '../trpc/rest-meta.ts'
import * as notices from './notices.service.ts'
import * as schema from './task.schema.ts'
import * as tasks from './task.service.ts'

const call = callsOf('Tasks')
const panelCall = callsOf(PANEL)

export const taskRouter = router({
  list: call(
    'submission.list',
    'GET /task/get',
    'Tasks on submissions: open ones first, by the time they are due',
    schema.tasksInput,
    schema.tasksOutput,
    { errors: [] },
  ).query(answerList('tasks', tasks.listTasks)),

  create: call(
    'submission.update',
    'POST /task/create',
    'Give a colleague a task on a submission; the owner gets a notice, and a mail on the morning when it is due',
    schema.createTaskInput,
    schema.taskOutput,
    { errors: [404, 409] },
  ).mutation(answer(tasks.createTask)),

  update: call(
    'submission.update',
    'PUT /task/update/{id}',
    'Change a task, finish it or open it again',
    schema.updateTaskInput,
    schema.taskOutput,
    { errors: [404, 409] },
  ).mutation(answer(tasks.updateTask)),

  delete: call(
    'submission.update',
    'DELETE /task/delete/{id}',
    'Delete a task',
    idInput,
    schema.deletedTaskOutput,
  ).mutation(answer((services, by, input) => tasks.deleteTask(services, by, input.id))),
})

/** Closed to API keys: notices are for people, and each is made of an event that keys can read. */
export const noticeRouter = router({
  list: panelCall(
    'workspace.use',
    'GET /notice/get',
    'What the caller is told of, newest first: mentions, assignments, tasks given, answers, arrivals and due tasks',
    noInput,
    notices.noticesOutput,
    { errors: [] },
  ).query(async ({ ctx }) => {
    const { rows, unread } = await notices.listNotices(ctx.services, ctx.actor)
    return { ...successList(rows, rows.length), unread }
  }),

  read: panelCall(
    'workspace.use',
    'PUT /notice/read',
    'Mark notices as read; returns how many are left',
    notices.readInput,
    notices.readOutput,
    { errors: [] },
  ).mutation(answer((services, by, input) => notices.readNotices(services, by.actor, input))),
})
