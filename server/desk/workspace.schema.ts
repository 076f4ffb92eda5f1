import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { TIMELINE_KINDS } from '#domain/events'
import { envelope, listEnvelope } from '../trpc/envelope.ts'
import { eg, EXAMPLE, entity } from '../trpc/example.ts'
import { anyText, id, plainFilter, range } from '../trpc/inputs.ts'

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
      .refine((text) => text.trim() !== '', serverMessages.invalid.required),
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
})
export type Presence = z.infer<typeof presence>
export const presenceOutput = envelope(presence)
