import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { serverMessages } from '#domain/messages/server'
import { DEFAULT_TIME_ZONE } from '#domain/time-zone'
import type { Tx } from '../platform/database/db.ts'
import { emailKey } from '../auth/email-key.ts'
import { insertRows } from '../platform/database/insert-rows.ts'
import { lockCount, lockRows } from '../platform/database/lock-row.ts'
import { AppError } from '../errors.ts'
import { addJobs } from '../platform/queue/add-job.ts'
import { uuidV7 } from '../lib/uuid.ts'
import { companies, company, createInput as companyInput } from '../entities/company/company.ts'
import { addLinks, findOpenLink, findPlace, type LinkPlace } from '../entities/link/create-link.service.ts'
import { createInput as linkInput } from '../entities/link/link.ts'
import { checkNewEmails, emailUnusable } from '../entities/user/new-email.ts'
import { resolvePlace } from '../entities/user/user-place.ts'
import { createInput as userInput, roleSelect, users, type StoredRole } from '../entities/user/user.ts'
import { FUNDERS } from './import-funders.ts'
import { findCompany, onlyOne, requireSame, type ImportKind } from './import-kind.ts'

const companyLine = companyInput.pick({
  nameIn: true,
  nameOut: true,
  email: true,
  notifyEmails: true,
  timeZone: true,
})
const userLine = userInput.pick({ email: true, name: true, role: true, company: true })

const now = () => new Date().toISOString()
const toIds = (rows: { id: string }[]) => rows.map(({ id }) => id)

export const IMPORT_KINDS = {
  company: {
    columns: companyLine.keyof().options,
    unique: ['nameIn'],
    begin: async ({ by, tx: reading }) => {
      const added: z.infer<typeof companyLine>[] = []
      return {
        check: async (cells) => {
          const input = companyLine.parse(cells)
          const where = { nameIn: input.nameIn }
          const present = await reading.company.findFirst({ where, select: company.select })
          if (present) return requireSame(present, input)
          added.push(input)
          return true
        },
        add: async (tx) => {
          // No name is unique: the same file sent twice at the same moment must not make two of each.
          await lockCount(tx, 'Company', null)
          const nameIn = { in: added.map((each) => each.nameIn) }
          if ((await tx.company.count({ where: { nameIn } })) > 0) throw new AppError('stale')
          const rows = added.map(
            ({ email = '', notifyEmails = '', timeZone = DEFAULT_TIME_ZONE, ...names }) => ({
              ...names,
              email,
              notifyEmails,
              timeZone,
              id: uuidV7(),
              updatedAt: now(),
            }),
          )
          await insertRows(tx, 'Company', rows)
          await companies.recordCreations(tx, by, 'company-created', toIds(rows))
          return rows.length
        },
      }
    },
  },
  user: {
    columns: userLine.keyof().options,
    unique: ['email'],
    begin: async ({ services, by, tx: reading }, rows) => {
      const emails = rows.map(({ cells }) => emailKey(cells.email ?? ''))
      const select = { emailKey: true, name: true, roleId: true, companyId: true } as const
      const found = await reading.user.findMany({ where: { emailKey: { in: emails } }, select })
      const present = new Map(found.map((user) => [user.emailKey, user]))
      const unseen = emails.filter((key) => !present.has(key))
      const unusable = await checkNewEmails(services, by, unseen)
      const readPlace = async (company?: string, role?: string) => {
        const at = await findCompany(reading, 'company', company)
        const given = { ...at, ...(await findRole(reading, role, at?.company ?? by.actor.companyId)) }
        return { given, ...(await resolvePlace(reading, by.actor, null, given)) }
      }
      // Lines mostly name the same few.
      const places = new Map<string, ReturnType<typeof readPlace>>()
      const added: { email: string; name: string; companyId: string | null; roleId: string | null }[] = []
      const roles = new Map<string, StoredRole>()
      return {
        check: async ({ company, role: named, ...cells }) => {
          const key = JSON.stringify([company, named])
          const place = places.get(key) ?? readPlace(company, named)
          places.set(key, place)
          const { given, companyId, role } = await place
          const { email, name } = userLine.parse(cells)
          const known = present.get(emailKey(email))
          if (known)
            return requireSame({ ...known, role: known.roleId, company: known.companyId }, { name, ...given })
          if (unusable.has(emailKey(email))) throw emailUnusable()
          if (role) roles.set(role.id, role)
          added.push({ email, name, companyId, roleId: role?.id ?? null })
          return true
        },
        add: async (tx, passwordHash) => {
          await lockRows(tx, 'Role', [...roles.keys()], 'shared')
          const where = { id: { in: [...roles.keys()] } }
          const current = await tx.role.findMany({ where, select: roleSelect })
          if (!isDeepStrictEqual(new Map(current.map((role) => [role.id, role])), roles))
            throw new AppError('stale')
          const rows = added.map((user) => ({
            ...user,
            id: uuidV7(),
            emailKey: emailKey(user.email),
            passwordHash,
            passwordSetByOther: true,
            updatedAt: now(),
          }))
          const made = await insertRows(tx, 'User', rows)
          if (made.size < rows.length) throw emailUnusable()
          await users.recordCreations(tx, by, 'user-created', toIds(rows))
          const invited = rows.map(({ id }) => ({ id, ip: by.ip }))
          await addJobs(tx, 'invitation', invited)
          return rows.length
        },
      }
    },
  },
  funder: FUNDERS,
  link: {
    columns: linkInput.keyof().options,
    unique: ['companyId', 'userEmail'],
    begin: async ({ by, tx: reading }) => {
      const added: LinkPlace[] = []
      return {
        check: async (cells) => {
          const company = await findCompany(reading, 'companyId', cells.companyId)
          const place = await findPlace(reading, by.actor, linkInput.parse({ ...cells, ...company }))
          const open = await findOpenLink(reading, place)
          if (open) return requireSame(open, { name: place.name })
          added.push(place)
          return true
        },
        add: (tx) => addLinks(tx, by, added),
      }
    },
  },
} satisfies Record<string, ImportKind>

async function findRole(tx: Tx, text: string | undefined, companyId: string | null) {
  if (text === undefined) return undefined
  const where = { OR: [{ id: text }, { name: text, OR: [{ companyId: null }, { companyId }] }] }
  return onlyOne(
    await tx.role.findMany({ where, select: { id: true }, take: 2 }),
    'role',
    serverMessages.choice.role,
  )
}
