import { DEFAULT_TIME_ZONE } from '#domain/time-zone'
import type { Tx } from '../../platform/database/db.ts'

export type AuditNames = {
  company: (id: string) => string
  timeZone: (companyId: string | null) => string
  object: (objectType: string, objectId: string) => string
}

type About = { companyId: string | null; objectType: string; objectId: string }
type Named = { id: string; name: string; timeZone?: string }

const NAMED: Record<string, (tx: Tx, ids: string[]) => Promise<Named[]>> = {
  company: async (tx, ids) =>
    (
      await tx.company.findMany({
        where: { id: { in: ids } },
        select: { id: true, nameIn: true, timeZone: true },
      })
    ).map(({ id, nameIn, timeZone }) => ({ id, name: nameIn, timeZone })),
  user: (tx, ids) => tx.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } }),
  role: (tx, ids) => tx.role.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } }),
  team: (tx, ids) => tx.team.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } }),
  'api-key': (tx, ids) =>
    tx.apiKey.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } }),
  webhook: async (tx, ids) =>
    (await tx.webhook.findMany({ where: { id: { in: ids } }, select: { id: true, url: true } })).map(
      ({ id, url }) => ({ id, name: url }),
    ),
  link: async (tx, ids) =>
    (await tx.generatedLink.findMany({ where: { id: { in: ids } }, select: { id: true, slug: true } })).map(
      ({ id, slug }) => ({ id, name: slug }),
    ),
}

export async function auditNames(tx: Tx, entries: readonly About[]): Promise<AuditNames> {
  const names = new Map<string, string>()
  const timeZones = new Map<string | null, string>()
  for (const [type, find] of Object.entries(NAMED)) {
    const ids = new Set(entries.flatMap((entry) => idsIn(entry, type)))
    if (ids.size === 0) continue
    for (const { id, name, timeZone } of await find(tx, [...ids])) {
      names.set(`${type} ${id}`, name)
      if (timeZone !== undefined) timeZones.set(id, timeZone)
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
