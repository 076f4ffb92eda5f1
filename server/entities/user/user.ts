import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { reachesAllCompanies, USER_TYPES } from '#domain/permissions'
import type { Prisma } from '../../generated/client.ts'
import { givenPassword, newPassword } from '../../sign-in/auth.schema.ts'
import { eg, egText, EXAMPLE } from '../../trpc/example.ts'
import { email, id, nameInput, optionalReference, readAt, reference, text, TIMES } from '../../trpc/inputs.ts'
import { columnsOf, COMPANY, EXTERNAL_ID, METADATA, TIME_ZONE, type Stored } from '../declare.ts'
import { recordsOf } from '../records.ts'

const { derived, stored, declare } = columnsOf<'User'>()

const byName: Prisma.TeamMemberOrderByWithRelationInput[] = [{ team: { name: 'asc' } }, { teamId: 'asc' }]
const named = z.object({ id: z.string(), name: z.string() })

/** One team or a list; `''` and null mean none. */
const teamsInput = z
  .union([z.array(reference).max(LIMITS.teamsOfUser), reference, z.literal('')])
  .nullable()
  .transform((value) => (Array.isArray(value) ? value : value ? [value] : []))
  .optional()
  .meta({ description: "Ids of teams of the user's company" })

export const roleSelect = {
  id: true,
  name: true,
  userType: true,
  permissions: true,
  scope: true,
  isStatic: true,
  companyId: true,
} as const satisfies Prisma.RoleSelect

export const user = declare('User', {
  id: stored('id', egText(EXAMPLE.user.id)),
  name: stored('name', egText(EXAMPLE.user.name), {
    input: nameInput('Jane Doe'),
    listed: true,
    audit: true,
  }),
  email: stored('email', egText(EXAMPLE.user.email), {
    input: email.transform((value) => value.trim()),
    listed: true,
    audit: true,
  }),
  emailKey: stored('emailKey', null),
  isAdmin: stored('isAdmin', eg(z.boolean(), false)),
  active: stored('active', eg(z.boolean(), true), { input: z.boolean().optional(), audit: true }),
  role: derived(
    { role: { select: roleSelect } },
    eg(named.extend({ userType: z.enum(USER_TYPES), isStatic: z.boolean() }).nullable(), {
      ...EXAMPLE.role,
      isStatic: false,
    }),
    ({ role }) => role && { id: role.id, name: role.name, userType: role.userType, isStatic: role.isStatic },
    {
      input: optionalReference().meta({ description: "A role of the house or of the user's company" }),
      listed: 'role.name',
      audit: ({ role }) => role?.id ?? null,
    },
  ),
  slug: stored('slug', eg(z.string().nullable(), 'ann'), {
    input: text()
      .nullable()
      .transform((value) => value?.trim() || null)
      .optional()
      .meta({ description: 'Wished for the own link: taken when free, else another is made' }),
    audit: true,
  }),
  teams: derived(
    { teams: { select: { team: { select: { id: true, name: true } } }, orderBy: byName } },
    eg(z.array(named), [EXAMPLE.team]),
    ({ teams }) => teams.map(({ team }) => team),
    { input: teamsInput, audit: ({ teams }) => teams.map(({ team }) => team.id) },
  ),
  companyId: stored('companyId', null),
  company: derived(...COMPANY, {
    input: optionalReference().meta({ description: "The caller's own, unless an admin says otherwise" }),
    listed: 'company.nameOut',
    audit: ({ company }) => company?.id ?? null,
  }),
  externalId: derived(...EXTERNAL_ID),
  metadata: derived(...METADATA),
  timeZone: derived(...TIME_ZONE),
  lastSignInAt: stored('lastSignInAt', eg(z.string().nullable(), EXAMPLE.time), { listed: true }),
  createdAt: stored('createdAt', egText(EXAMPLE.time)),
  updatedAt: stored('updatedAt', egText(EXAMPLE.time), { input: readAt(), listed: true }),
})
export type UserRow = z.infer<typeof user.record>
export type StoredUser = Stored<typeof user>
export type StoredRole = NonNullable<StoredUser['role']>

export const users = recordsOf(
  'User',
  user,
  ['companyId', 'roleId', 'externalId'],
  { teamId: id.optional(), ...TIMES },
  {
    // Row-level security narrows to it as well, but without an index.
    visibleTo: (actor) => (reachesAllCompanies(actor) ? {} : { companyId: actor.companyId }),
  },
)
export type ListInput = z.infer<typeof users.listInput>

const { name, email: address, role, company, slug, active, externalId, metadata, updatedAt } = user.input
const body = { role, team: teamsInput, company, slug, active, externalId, metadata }

export const createInput = z.strictObject({
  email: address,
  name,
  password: newPassword.optional().meta({
    description: 'Left out, the user gets a mail with a link to set one',
    example: 'correct-horse-1',
  }),
  ...body,
})
export type CreateInput = z.infer<typeof createInput>

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
  teams: teamsInput.meta({ description: 'The same as team, under the name that the record has; team wins' }),
  updatedAt,
  ...user.readOnly,
})
export type UpdateInput = z.infer<typeof updateInput>
