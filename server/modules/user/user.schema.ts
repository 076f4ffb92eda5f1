import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { USER_TYPES } from '#domain/permissions'
import { envelope, listEnvelope } from '../../trpc/envelope.ts'
import {
  email,
  filter,
  id,
  optionalReference,
  paging,
  readAt,
  reference,
  sort,
  text,
  TIMES,
} from '../../trpc/inputs.ts'
import { givenPassword, newPassword } from '../auth/auth.schema.ts'
import { eg, EXAMPLE, entity } from '../../trpc/example.ts'

const named = z.object({ id: z.string(), name: z.string() })

const userRow = entity('User', {
  id: eg(z.string(), EXAMPLE.user.id),
  name: eg(z.string(), EXAMPLE.user.name),
  email: eg(z.string(), EXAMPLE.user.email),
  isAdmin: eg(z.boolean(), false),
  active: eg(z.boolean(), true),
  role: eg(named.extend({ userType: z.enum(USER_TYPES), isStatic: z.boolean() }).nullable(), {
    ...EXAMPLE.role,
    isStatic: false,
  }),
  slug: eg(z.string().nullable(), 'ann'),
  teams: eg(z.array(named), [EXAMPLE.team]),
  company: eg(z.object({ id: z.string(), nameOut: z.string() }).nullable(), {
    id: EXAMPLE.company.id,
    nameOut: EXAMPLE.company.nameOut,
  }),
  timeZone: eg(z.string(), EXAMPLE.timeZone),
  lastSignInAt: eg(z.string().nullable(), EXAMPLE.time),
  createdAt: eg(z.string(), EXAMPLE.time),
  updatedAt: eg(z.string(), EXAMPLE.time),
})
export type UserRow = z.infer<typeof userRow>
export const userOutput = envelope(userRow)
export const usersOutput = listEnvelope(userRow)

const SEARCH_COLUMNS = ['name', 'email', 'role', 'company', 'lastSignInAt', 'updatedAt'] as const
export type SearchColumn = (typeof SEARCH_COLUMNS)[number]

export const listInput = z.strictObject({
  sort: sort('name', 'email', 'role', 'company', 'lastSignInAt', 'updatedAt'),
  ...paging,
  filter: filter([...SEARCH_COLUMNS], {
    companyId: id.optional(),
    roleId: id.optional(),
    teamId: id.optional(),
    ...TIMES,
  }),
})
export type ListInput = z.infer<typeof listInput>

export const getInput = z.strictObject({ id })

const name = text().trim().min(1).meta({ example: 'Jane Doe' })
const address = email.transform((value) => value.trim())

/** One team or a list; `''` and null mean none. */
const teams = z
  .union([z.array(reference).max(LIMITS.teamsOfUser), reference, z.literal('')])
  .nullable()
  .transform((value) => (Array.isArray(value) ? value : value ? [value] : []))
  .optional()
  .meta({ description: "Ids of teams of the user's company" })

const body = {
  role: optionalReference().meta({ description: "A role of the house or of the user's company" }),
  team: teams,
  company: optionalReference().meta({ description: "The caller's own, unless an admin says otherwise" }),
  slug: text()
    .nullable()
    .transform((value) => value?.trim() || null)
    .optional()
    .meta({ description: 'Wished for the own link: taken when free, else another is made' }),
  active: z.boolean().optional(),
}

export const createInput = z.strictObject({ email: address, name, password: newPassword, ...body })
export type CreateInput = z.infer<typeof createInput>

const readOnly = userRow
  .pick({ isAdmin: true, timeZone: true, lastSignInAt: true, createdAt: true })
  .partial()
export const READ_ONLY = readOnly.keyof().options

export const updateInput = z.strictObject({
  id,
  email: address.optional(),
  name: name.optional(),
  password: z
    .union([z.literal(''), newPassword])
    .transform((value) => value || undefined)
    .optional()
    .meta({ description: 'A new one; it signs the user out everywhere' }),
  otp: z.literal(false).optional().meta({
    description: 'Switches two-step sign-in off, for somebody who has lost phone and recovery codes',
  }),
  currentPassword: givenPassword.optional().meta({
    description: "The caller's, to give oneself another address",
  }),
  ...body,
  teams: teams.meta({ description: 'The same as team, under the name that the record has; team wins' }),
  updatedAt: readAt(),
  ...readOnly.shape,
})
export type UpdateInput = z.infer<typeof updateInput>
