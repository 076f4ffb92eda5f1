import { z } from 'zod'
import { SUBMISSION_STATUSES } from '#domain/submission-status'
import { envelope, listEnvelope } from '../trpc/envelope.ts'
import { EXAMPLE, withExample, eg, entity } from '../trpc/example.ts'
import { time } from '../events/audit/audit.schema.ts'
import { exportInput } from '../submissions/submission.schema.ts'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { TIMELINE_KINDS } from '#domain/events'
import { anyText, id, plainFilter, range, text } from '../trpc/inputs.ts'
import { rowExample, submissionRow } from '../submissions/list/rows.ts'

export const countsInput = exportInput.omit({ sort: true })
export type CountsInput = z.infer<typeof countsInput>

const statusCount = z.object({
  key: z.string(),
  name: z.string(),
  status: z.enum(SUBMISSION_STATUSES),
  count: z.number().int(),
})
export type StatusCount = z.infer<typeof statusCount>
export const countsOutput = envelope(
  withExample(z.array(statusCount), [{ key: 'new', name: 'New', status: 'new', count: 12 }]),
)

export const arrivalsInput = z.strictObject({
  since: time.meta({ description: 'A time; without it none count', example: EXAMPLE.time }).optional(),
})
const arrivals = z.object({
  count: z.number().int().meta({ description: 'Received after `since`; 100 stands for 100 and more' }),
  newest: z.string().nullable().meta({ description: 'When the newest was received: the next `since`' }),
})
export type Arrivals = z.infer<typeof arrivals>
export const arrivalsOutput = envelope(withExample(arrivals, { count: 2, newest: EXAMPLE.time }))

const person = z.object({ id: z.string(), name: z.string() })
const ann = { id: EXAMPLE.user.id, name: EXAMPLE.user.name }

const note = entity('Note', {
  id: eg(z.string(), '0192f0c1-a0b1-7c2d-8e3f-456789abcdef'),
  text: eg(z.string(), 'Called the landlord. @Ann Broker, please check October.'),
  author: eg(person, ann),
  createdAt: eg(z.string(), EXAMPLE.time),
})
export type Note = z.infer<typeof note>
export const notesInput = z.strictObject({ id, range })
export const notesOutput = listEnvelope(note)
export const noteInput = z.strictObject({
  id,
  text: eg(
    anyText()
      .max(LIMITS.noteLength)
      .refine((text) => text.trim() !== '', serverMessages.invalid.required)
      .meta({ description: '@ and a name mails that colleague a link' }),
    'Called the landlord. @Ann Broker, please check October.',
  ),
})
export const noteOutput = envelope(note)

export const timelineInput = z.strictObject({
  id,
  range,
  filter: plainFilter(
    { kind: z.array(z.enum(TIMELINE_KINDS)).max(TIMELINE_KINDS.length).optional() },
    { description: `JSON: kind, a list of ${TIMELINE_KINDS.join(', ')}`, example: '{"kind":["note"]}' },
  ),
})
export type TimelineInput = z.infer<typeof timelineInput>

const entry = entity('TimelineEntry', {
  id: eg(z.string(), '1042'),
  at: eg(z.string(), EXAMPLE.time),
  kind: eg(z.enum(TIMELINE_KINDS), 'status'),
  act: eg(z.string(), 'submission-status-changed'),
  /** `id` is null for the applicant and the system */
  actor: eg(z.object({ id: z.string().nullable(), name: z.string() }), ann),
  sentence: eg(z.string(), 'Moved from New to In review'),
  /** of a note */
  text: eg(z.string().nullable(), null),
  /** keys of statuses, of a move */
  from: eg(z.string().nullable(), 'new'),
  to: eg(z.string().nullable(), 'in_review'),
  document: eg(person.nullable(), null),
  ip: eg(z.string(), '203.0.113.7'),
})
export type TimelineEntry = z.infer<typeof entry>
export const timelineOutput = listEnvelope(entry)

export const presenceInput = z.strictObject({ id })
const presence = entity('Presence', {
  others: eg(z.array(z.string()).meta({ description: "Names; the provider's users are 'Provider'" }), [
    EXAMPLE.user.name,
  ]),
  updatedAt: eg(z.string(), EXAMPLE.time),
  notes: eg(z.number().int(), 3),
  additions: eg(z.number().int().meta({ description: 'Later signatures, answers and corrections' }), 1),
  version: eg(z.string().meta({ description: 'Another after each change of the submission' }), '8412-1042'),
})
export type Presence = z.infer<typeof presence>
export const presenceOutput = envelope(presence)

const key = text().min(1)
const updatedAt = z.iso
  .datetime(serverMessages.invalid.moment)
  .meta({ description: 'As last read; another is a 409', example: EXAMPLE.time })

export const statusInput = z.strictObject({
  id,
  status: key.meta({ description: "A key of the company's statuses", example: 'declined' }),
  reason: key
    .nullable()
    .optional()
    .meta({ description: "For declined and withdrawn: a key of the company's reasons", example: 'credit' }),
  reasonText: anyText().trim().max(LIMITS.reasonTextLength).optional().meta({
    description: 'Beside a reason, and needed where that asks for it; staff read it in a note',
    example: 'Three NSFs in October.',
  }),
  updatedAt,
})
export type StatusInput = z.infer<typeof statusInput>

const chosen = id.nullable().optional()
export const ownerInput = z.strictObject({
  id,
  userId: chosen.meta({ description: 'null: nobody', example: EXAMPLE.user.id }),
  teamId: chosen.meta({ description: 'null: no team', example: EXAMPLE.team.id }),
  updatedAt,
})
export type OwnerInput = z.infer<typeof ownerInput>

/** Of a row's fields those that say how it stands. */
export const STANDING = {
  id: true,
  status: true,
  statusKey: true,
  statusName: true,
  statusAt: true,
  reason: true,
  owner: true,
  team: true,
  updatedAt: true,
} as const
export const standing = submissionRow.pick(STANDING)
export type Standing = z.infer<typeof standing>
const standingExample: Standing = standing.parse(rowExample)
export const standingOutput = envelope(withExample(standing, standingExample))

const named = z.object({ id: z.string(), name: z.string() })
const keyed = z.object({ key: z.string(), name: z.string() })
const choices = standing.extend({
  moves: z
    .array(
      keyed.extend({
        status: z.enum(SUBMISSION_STATUSES),
        reasons: z.array(keyed.extend({ asksText: z.boolean() })),
      }),
    )
    .meta({ description: 'Where the caller can move it; one of `reasons` is needed where there are any' }),
  users: z.array(named),
  teams: z.array(named),
  readers: z.array(named).meta({ description: 'Of `users`, who can see it: for mentions and tasks' }),
})
export type Choices = z.infer<typeof choices>
export const choicesInput = z.strictObject({ id })
export const choicesOutput = envelope(
  withExample(choices, {
    ...standingExample,
    moves: [
      {
        key: 'declined',
        name: 'Declined',
        status: 'declined',
        reasons: [{ key: 'credit', name: 'Credit history', asksText: false }],
      },
    ],
    users: [{ id: EXAMPLE.user.id, name: EXAMPLE.user.name }],
    teams: [EXAMPLE.team],
    readers: [{ id: EXAMPLE.user.id, name: EXAMPLE.user.name }],
  }),
)

const card = submissionRow
  .pick({
    id: true,
    company: true,
    status: true,
    statusKey: true,
    statusName: true,
    owner: true,
    amountRequested: true,
    lacksSignature: true,
    createdAt: true,
    updatedAt: true,
  })
  .extend({ legalName: z.string(), dbaName: z.string(), state: z.string() })
export type Card = z.infer<typeof card>

const column = z.object({
  key: z.string(),
  name: z.string(),
  status: z.enum(SUBMISSION_STATUSES),
  total: z.number().int(),
  cards: z.array(card).meta({ description: 'The newest; `total` counts all' }),
})
export type Column = z.infer<typeof column>

const cardExample = { legalName: 'Golden Crust LLC', dbaName: 'Golden Crust', state: 'NY' }
export const boardOutput = envelope(
  withExample(z.array(column), [
    {
      key: 'in_review',
      name: 'In review',
      status: 'in_review',
      total: 1,
      cards: [card.parse({ ...rowExample, ...cardExample })],
    },
  ]),
)
