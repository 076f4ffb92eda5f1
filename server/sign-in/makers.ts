import { canPerform } from '#domain/actions'
import { reachesAllCompanies } from '#domain/permissions'
import { addJob } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'
import { recordEvent, SYSTEM } from '../events/record-event.ts'

type Made = { id: string; companyId: string | null; makerLostAt: Date | null }

const NEEDED = { webhook: 'webhook.manage', view: 'workspace.use' } as const
const NO_ROLE = { userType: 'user', permissions: [] } as const

/** Ask it before each use: stops for good what its maker could not make now, with a mail to the admins. */
export async function checkMaker<Row extends Made>(
  { db }: Pick<Services, 'db'>,
  kind: keyof typeof NEEDED,
  makerId: string | null,
  row: Row,
): Promise<Row & { makerName: string }> {
  const { id, companyId } = row
  // Row-level security hides makers who have left the company. Prisma asks for many rows by one statement.
  const maker = await db
    .system('maker')
    .read((client) => client.user.findUnique({ where: { id: makerId ?? '' }, include: { role: true } }))
  const named = { ...row, makerName: maker?.name ?? '' }
  const holder = { ...NO_ROLE, ...maker?.role, isAdmin: maker?.isAdmin === true }
  const isOfCompany = companyId !== null && maker?.companyId === companyId
  const canMake =
    maker?.active && canPerform(holder, NEEDED[kind]) && (isOfCompany || reachesAllCompanies(holder))
  if (row.makerLostAt !== null || canMake) return named
  const makerLostAt = new Date()
  await db.system('maker').write(async (tx) => {
    const where = { id, makerLostAt: null }
    const data = { makerLostAt }
    const change =
      kind === 'webhook' ? tx.webhook.updateMany({ where, data }) : tx.savedView.updateMany({ where, data })
    const { count } = await change
    if (count === 0) return
    if (kind === 'webhook')
      await tx.webhook.updateMany({ where: { id, stoppedAt: null }, data: { stoppedAt: makerLostAt } })
    const about = { companyId, objectType: kind, objectId: id }
    await recordEvent(tx, { ...about, actor: SYSTEM, act: `${kind}-disabled`, ip: '' })
    await addJob(tx, 'maker-lost', { id, kind })
  })
  return { ...named, makerLostAt }
}
