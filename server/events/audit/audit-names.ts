import { toText } from '#domain/json'
import { LISTS } from '#domain/pages'
import { DEFAULT_TIME_ZONE } from '#domain/time-zone'
import { Prisma } from '../../generated/client.ts'
import type { Tx } from '../../platform/database/db.ts'
import { tableOf } from '../../platform/database/table-of.ts'

export type AuditNames = {
  company: (id: string) => string
  timeZone: (companyId: string | null) => string
  object: (objectType: string, objectId: string) => string
}

type About = { companyId: string | null; objectType: string; objectId: string }
type Named = { id: string; timeZone?: string } & Readonly<Record<string, unknown>>

/** The model of an entity is its name in capitals, with one exception. */
const toModel = (entity: string): string =>
  entity === 'link' ? 'GeneratedLink' : entity.replace(/(^|-)\w/g, (start) => start.slice(-1).toUpperCase())
const isModel = (name: string): name is Prisma.ModelName => Object.hasOwn(Prisma.ModelName, name)

const NAMED = Object.values(LISTS).flatMap((list) => {
  const model = toModel(list.entity)
  return 'named' in list && isModel(model) ? [{ ...list, model }] : []
})

export async function auditNames(tx: Tx, entries: readonly About[]): Promise<AuditNames> {
  const names = new Map<string, string>()
  const timeZones = new Map<string | null, string>()
  for (const { entity, named, model } of NAMED) {
    const ids = new Set(entries.flatMap((entry) => idsIn(entry, entity)))
    if (ids.size === 0) continue
    const select = { id: true, [named]: true, ...(model === 'Company' && { timeZone: true }) }
    for (const row of await tableOf<Named>(tx, model).findMany({ where: { id: { in: [...ids] } }, select })) {
      names.set(`${entity} ${row.id}`, toText(row[named]))
      if (row.timeZone !== undefined) timeZones.set(row.id, row.timeZone)
    }
  }
  return {
    timeZone: (companyId) => timeZones.get(companyId) ?? DEFAULT_TIME_ZONE,
    company: (id) => names.get(`company ${id}`) ?? '',
    object: (type, id) => names.get(`${type} ${id}`) ?? '',
  }
}

const idsIn = ({ companyId, objectType, objectId }: About, type: string): string[] => [
  ...(objectType === type && objectId !== '' ? [objectId] : []),
  ...(type === 'company' && companyId !== null ? [companyId] : []),
]
