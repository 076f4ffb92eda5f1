import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { PERMISSIONS, reachesAllCompanies, ROLE_SCOPES, USER_TYPES } from '#domain/permissions'
import type { Actor } from '../../auth/actor.ts'
import type { Prisma } from '../../generated/client.ts'
import { eg, egText, EXAMPLE } from '../../trpc/example.ts'
import { id, nameInput, optionalReference, readAt, TIMES } from '../../trpc/inputs.ts'
import { columnsOf, COMPANY, TIME_ZONE, type Stored } from '../declare.ts'
import { recordsOf } from '../records.ts'

const { derived, stored, declare } = columnsOf<'Role'>()

const userType = z.enum(USER_TYPES)
const roleScope = z.enum(ROLE_SCOPES)

/** Each once, in catalogue order, so that before and after can be compared. */
export const inOrder = (permissions: readonly string[]): string[] =>
  PERMISSIONS.filter((permission) => permissions.includes(permission))

/** Only narrows what the caller may do. */
const actingType = (field: string) =>
  userType
    .nullable()
    .optional()
    .meta({ description: `${field} at most of this type` })
const actingCompany = () =>
  optionalReference().meta({
    description: "For admins where a new role belongs; for others their own company's id",
  })

export const role = declare('Role', {
  id: stored('id', egText(EXAMPLE.role.id)),
  name: stored('name', egText(EXAMPLE.role.name), {
    input: nameInput('Underwriter'),
    listed: true,
    audit: true,
  }),
  permissions: derived(
    { permissions: true },
    eg(z.array(z.string()), ['page:main', 'page:forms']),
    ({ permissions }) => inOrder(permissions),
    { input: z.array(z.enum(PERMISSIONS)).max(LIMITS.permissionsGiven).optional(), audit: true },
  ),
  userType: stored('userType', eg(userType, EXAMPLE.role.userType), {
    input: userType.optional(),
    sort: true,
    search: (q) => [{ userType: { in: USER_TYPES.filter((type) => type.includes(q.toLowerCase())) } }],
    audit: true,
  }),
  scope: stored('scope', eg(roleScope, 'company'), {
    input: roleScope.optional().meta({
      description: "Whose submissions it shows: the company's, those of the user's teams, or the user's own",
      example: 'company',
    }),
    audit: true,
  }),
  isStatic: stored('isStatic', eg(z.boolean(), false)),
  companyId: stored('companyId', eg(z.string().nullable(), EXAMPLE.company.id), {
    input: actingCompany(),
    audit: true,
  }),
  company: derived(...COMPANY, { listed: 'company.nameOut' }),
  users: derived(
    { _count: { select: { users: true } } },
    eg(z.number().int(), 3),
    ({ _count }) => _count.users,
  ),
  timeZone: derived(...TIME_ZONE),
  createdAt: stored('createdAt', null),
  updatedAt: stored('updatedAt', egText(EXAMPLE.time), { listed: true }),
})
export type RoleRow = z.infer<typeof role.record>
export type StoredRole = Stored<typeof role>

/** In an address `''` means none. Described before the transform, as the document tells what comes in. */
const orNone = <T extends z.ZodType<string>>(value: T, description: string) =>
  z
    .union([value, z.literal('')])
    .meta({ description })
    .transform((given) => (given === '' ? undefined : given))
    .optional()

/** Only admins see admin roles. */
export const visibleTo = (actor: Actor): Prisma.RoleWhereInput =>
  reachesAllCompanies(actor)
    ? {}
    : { userType: { not: 'admin' }, OR: [{ companyId: actor.companyId }, { companyId: null }] }

export const roles = recordsOf('Role', role, ['companyId'], TIMES, { visibleTo })
export const listInput = roles.listInput.extend({
  userType: orNone(userType, 'Only roles of this type'),
  companyId: orNone(id, "Only this company's roles"),
})
export type ListInput = z.infer<typeof listInput>

const body = {
  ...role.input,
  _userType: actingType('The role is'),
  _companyId: actingCompany(),
  updatedAt: readAt(),
}

export const createInput = z.strictObject(body)
export type CreateInput = z.infer<typeof createInput>

const { updatedAt: _updatedAt, users, ...others } = role.readOnly
/** In the order of the public document. */
export const readOnly = { ...others, users }
export const updateInput = z.strictObject({ id, ...body, name: body.name.optional(), ...readOnly })
export type UpdateInput = z.infer<typeof updateInput>

export const deleteInput = z.strictObject({
  id,
  userType: orNone(userType, 'Only a role at most of this type'),
  companyId: orNone(id, "Only a role of this company's"),
  updatedAt: readAt(),
})
export type DeleteInput = z.infer<typeof deleteInput>
