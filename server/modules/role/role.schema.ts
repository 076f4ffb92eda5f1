import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { PERMISSIONS, USER_TYPES } from '#domain/permissions'
import { envelope, listEnvelope } from '../../trpc/envelope.ts'
import { eg, EXAMPLE, entity } from '../../trpc/example.ts'
import { filter, id, optionalReference, paging, readAt, sort, text, TIMES } from '../../trpc/inputs.ts'

const userType = z.enum(USER_TYPES)

const roleRow = entity('Role', {
  id: eg(z.string(), EXAMPLE.role.id),
  name: eg(z.string(), EXAMPLE.role.name),
  permissions: eg(z.array(z.string()), ['page:main', 'page:forms']),
  userType: eg(userType, EXAMPLE.role.userType),
  isStatic: eg(z.boolean(), false),
  companyId: eg(z.string().nullable(), EXAMPLE.company.id),
  company: eg(z.object({ id: z.string(), nameOut: z.string() }).nullable(), {
    id: EXAMPLE.company.id,
    nameOut: EXAMPLE.company.nameOut,
  }),
  users: eg(z.number().int(), 3),
  timeZone: eg(z.string(), EXAMPLE.timeZone),
  updatedAt: eg(z.string(), EXAMPLE.time),
})
export type RoleRow = z.infer<typeof roleRow>
export const roleOutput = envelope(roleRow)
export const rolesOutput = listEnvelope(roleRow)

const SEARCH_COLUMNS = ['name', 'userType', 'company', 'updatedAt'] as const
export type SearchColumn = (typeof SEARCH_COLUMNS)[number]

/** In an address `''` means none. Described before the transform, as the document tells what comes in. */
const orNone = <T extends z.ZodType<string>>(value: T, description: string) =>
  z
    .union([value, z.literal('')])
    .meta({ description })
    .transform((given) => (given === '' ? undefined : given))
    .optional()

export const listInput = z.strictObject({
  sort: sort('name', 'userType', 'company', 'updatedAt'),
  ...paging,
  filter: filter([...SEARCH_COLUMNS], { companyId: id.optional(), ...TIMES }),
  userType: orNone(userType, 'Only roles of this type'),
  companyId: orNone(id, "Only this company's roles"),
})
export type ListInput = z.infer<typeof listInput>

export const getInput = z.strictObject({ id })

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

const body = {
  name: text().trim().min(1).meta({ example: 'Underwriter' }),
  permissions: z.array(z.enum(PERMISSIONS)).max(LIMITS.permissionsGiven).optional(),
  userType: userType.optional(),
  companyId: actingCompany(),
  _userType: actingType('The role is'),
  _companyId: actingCompany(),
  updatedAt: readAt(),
}

export const createInput = z.strictObject(body)
export type CreateInput = z.infer<typeof createInput>

const readOnly = roleRow.pick({ isStatic: true, company: true, timeZone: true, users: true }).partial()
export const READ_ONLY = readOnly.keyof().options

export const updateInput = z.strictObject({ id, ...body, name: body.name.optional(), ...readOnly.shape })
export type UpdateInput = z.infer<typeof updateInput>

export const deleteInput = z.strictObject({
  id,
  userType: orNone(userType, 'Only a role at most of this type'),
  companyId: orNone(id, "Only a role of this company's"),
  updatedAt: readAt(),
})
export type DeleteInput = z.infer<typeof deleteInput>
