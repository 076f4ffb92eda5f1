import { getOwn } from '#domain/get-own'
import { serverMessages } from '#domain/messages/server'
import type { Tx } from '../../auth/actor.ts'
import { emailKey } from '../../auth/email-key.ts'
import { fieldError } from '../../errors.ts'
import { addJob } from '../../queue/add-job.ts'
import type { Services } from '../../services.ts'
import type { AuditActor } from '../audit/record-change.ts'
import { rowSelect as companySelect } from '../company/company-row.ts'
import { createInput as companyInput } from '../company/company.schema.ts'
import { addCompany } from '../company/company.service.ts'
import { addLink } from '../link/create-link.service.ts'
import { createInput as linkInput } from '../link/link.schema.ts'
import { createInput as userInput } from '../user/user.schema.ts'
import { addUser } from '../user/user.service.ts'

type Cells = Readonly<Record<string, string | undefined>>
type Run = { services: Services; by: AuditActor; tx: Tx; passwordHash: string }

/** `unique`: the columns that tell records apart. `add` returns false if the record exists. */
type ImportKind = {
  columns: readonly string[]
  unique: readonly string[]
  add: (run: Run, cells: Cells) => Promise<boolean>
}

const words = serverMessages.import
const companyLine = companyInput.pick({
  nameIn: true,
  nameOut: true,
  email: true,
  notifyEmails: true,
  timeZone: true,
})
const userLine = userInput.pick({ email: true, name: true, role: true, company: true })

export const IMPORT_KINDS = {
  company: {
    columns: companyLine.keyof().options,
    unique: ['nameIn'],
    add: async ({ by, tx }, cells) => {
      const input = companyLine.parse(cells)
      const present = await tx.company.findFirst({ where: { nameIn: input.nameIn }, select: companySelect })
      if (present) return requireSame(present, input)
      await addCompany(tx, by, input)
      return true
    },
  },
  user: {
    columns: userLine.keyof().options,
    unique: ['email'],
    add: async ({ services, by, tx, passwordHash }, cells) => {
      const company = await findCompany(tx, 'company', cells.company)
      const role = await findRole(tx, cells.role, company?.company ?? by.actor.companyId)
      const { email, ...input } = userLine.parse({ ...cells, ...company, ...role })
      const where = { emailKey: emailKey(email) }
      const present = await tx.user.findUnique({
        where,
        select: { name: true, roleId: true, companyId: true },
      })
      if (present)
        return requireSame({ name: present.name, role: present.roleId, company: present.companyId }, input)
      const user = { email, ...input, passwordHash, rate: 'importedEmailPerUser' } as const
      const { id } = await addUser(services, by, tx, user)
      await addJob(tx, 'invitation', { id, ip: by.ip })
      return true
    },
  },
  link: {
    columns: linkInput.keyof().options,
    unique: ['companyId', 'userEmail'],
    add: async ({ by, tx }, cells) => {
      const company = await findCompany(tx, 'companyId', cells.companyId)
      return (await addLink(tx, by, linkInput.parse({ ...cells, ...company }))).isNew
    },
  },
} satisfies Record<string, ImportKind>

/** An import changes nothing that exists. @throws AppError invalid_input */
function requireSame(present: Readonly<Record<string, unknown>>, wanted: object): false {
  for (const [field, value] of Object.entries(wanted))
    if (value !== undefined && getOwn(present, field) !== value) throw fieldError(field, words.differs)
  return false
}

async function findCompany<Field extends string>(tx: Tx, field: Field, text: string | undefined) {
  if (text === undefined) return undefined
  const where = { OR: [{ id: text }, { nameIn: text }] }
  const found = await tx.company.findMany({ where, select: { id: true }, take: 2 })
  return onlyOne(found, field, serverMessages.choice.company)
}

async function findRole(tx: Tx, text: string | undefined, companyId: string | null) {
  if (text === undefined) return undefined
  const where = { OR: [{ id: text }, { name: text, OR: [{ companyId: null }, { companyId }] }] }
  return onlyOne(
    await tx.role.findMany({ where, select: { id: true }, take: 2 }),
    'role',
    serverMessages.choice.role,
  )
}

function onlyOne<Field extends string>([one, another]: { id: string }[], field: Field, unknown: string) {
  if (!one || another) throw fieldError(field, one ? words.ambiguous : unknown)
  return { [field]: one.id } as Record<Field, string>
}
