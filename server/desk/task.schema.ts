import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { envelope, listEnvelope } from '../trpc/envelope.ts'
import { eg, egText, entity, EXAMPLE, withExample } from '../trpc/example.ts'
import { anyText, id, plainFilter, range, readAt } from '../trpc/inputs.ts'

const TASK_ID = '0192f0c1-c4d5-76e6-91f8-abcdef012345'
const TEXT = 'Call the landlord about the lease.'

const task = entity('Task', {
  id: egText(TASK_ID),
  submissionId: egText(EXAMPLE.submission.id),
  merchant: egText('Golden Crust LLC'),
  text: egText(TEXT),
  dueAt: egText('2026-12-01T05:00:00.000Z'),
  ownerId: egText(EXAMPLE.user.id),
  ownerName: egText(EXAMPLE.user.name),
  done: eg(z.boolean(), false),
  doneAt: eg(z.string().nullable(), null),
  timeZone: egText(EXAMPLE.timeZone),
  createdAt: egText(EXAMPLE.time),
  updatedAt: egText(EXAMPLE.time),
})
export type Task = z.infer<typeof task>
export const taskOutput = envelope(task)
export const tasksOutput = listEnvelope(task)
export const deletedTaskOutput = envelope(withExample(z.object({ id: z.string() }), { id: TASK_ID }))

export const tasksInput = z.strictObject({
  range,
  filter: plainFilter(
    {
      submissionId: id.optional(),
      ownerId: id.optional(),
      done: z.boolean().optional(),
      due: z.literal(true).optional(),
    },
    {
      description:
        'JSON: submissionId; ownerId, or me for the caller; done; due, which is true: to be done by now',
      example: '{"ownerId":"me","due":true}',
    },
  ),
})
export type TasksInput = z.infer<typeof tasksInput>

const body = {
  text: anyText()
    .max(LIMITS.taskLength)
    .refine((text) => text.trim() !== '', serverMessages.invalid.required)
    .meta({ description: 'What is to be done', example: TEXT }),
  dueAt: z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], serverMessages.invalid.time)
    // Dates of PostgreSQL and of JavaScript differ in the year 0 and after 9999.
    .refine((at) => at >= '1970' && at < '9999', serverMessages.invalid.time)
    .meta({
      description: 'A day of the company, from whose beginning it is due, or a time',
      example: '2026-12-01',
    }),
  ownerId: id.meta({
    description: 'A colleague who can see the submission; of a new task by default the caller',
    example: EXAMPLE.user.id,
  }),
}

export const createTaskInput = z.strictObject({
  ...body,
  submissionId: id.meta({ example: EXAMPLE.submission.id }),
  ownerId: body.ownerId.optional(),
})
export type CreateTask = z.infer<typeof createTaskInput>

export const readOnly = task
  .omit({ id: true, text: true, dueAt: true, ownerId: true, done: true, updatedAt: true })
  .partial()
export const updateTaskInput = z
  .strictObject({ ...body, done: z.boolean(), ...readOnly.shape })
  .partial()
  .extend({ id, updatedAt: readAt() })
export type UpdateTask = z.infer<typeof updateTaskInput>
