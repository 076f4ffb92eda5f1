// @module-tag long
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import type { RoleScope } from '#domain/permissions'
import type { User } from '../../generated/client.ts'
import { makeUser } from '../support/factories.ts'
import { startTestServer } from '../support/server.ts'
import type { Kind, Row } from './matrix-cells.ts'
import { restTransport, runRow, type Result } from './matrix-run.ts'
import { TABLE } from './matrix-table.ts'
import { makeWorld, toKeyWorld, type Caller, type MatrixWorld } from './matrix-world.ts'

/**
 * The access matrix once more for roles that show a team's submissions or the user's own, by session and by key. Company A's
 * submissions come by links of a user whose submissions the caller sees, or by links without a user. Calls on the former
 * answer as the table says. The others are as if they did not exist: 404, in no list, and no row changes.
 */

const { url, services, adminUrl } = await startTestServer({ seedDemo: false })
const world = await makeWorld(url, services)
const admin = new pg.Client({ connectionString: adminUrl })
await admin.connect()
// The database is dropped beneath it.
admin.on('error', () => {})
afterAll(() => admin.end())

const CALLERS: readonly Caller[] = ['user', 'companyA', 'custom']
const HANGING: readonly Kind[] = ['submission', 'desk', 'document', 'delivery', 'auditEntry', 'task', 'offer']
const isAboutSubmission = (route: string, { kinds }: Pick<Result, 'kinds'>) =>
  route.includes('/form/submissions/:id') || HANGING.some((kind) => kinds.has(kind))

/** Company A's callers with the same rights in a role of this scope, and the user whose links each of them sees. */
async function narrow(scope: RoleScope): Promise<MatrixWorld & { seen: Map<Caller, string> }> {
  const seen = new Map<Caller, string>()
  const narrowed = async (caller: Caller) => {
    const { user } = world.callers[caller] ?? {}
    const { user: made, member } = await services.db.system('test').write(async (tx) => {
      const { userType, permissions } = await tx.role.findUniqueOrThrow({ where: { id: user?.roleId ?? '' } })
      const companyId = world.a.company
      const role = await tx.role.create({
        data: { name: `${caller} ${scope}`, userType, permissions, scope, companyId },
      })
      return { user: role.id, member: companyId }
    })
    const own = await makeUser(services, { companyId: member, roleId: made })
    seen.set(caller, scope === 'own' ? own.id : await teamMate(own))
    const token = await services.sessions.start(own.id, { ip: '127.0.0.1', userAgent: 'test' })
    return [caller, { user: own, token }] as const
  }
  const callers = Object.fromEntries(await Promise.all(CALLERS.map(narrowed)))
  return { ...world, callers: { ...world.callers, ...callers }, seen }
}

async function teamMate({ id, companyId }: User): Promise<string> {
  const mate = await makeUser(services, { companyId })
  const members = { create: [{ userId: id }, { userId: mate.id }] }
  await services.db
    .system('test')
    .write((tx) => tx.team.create({ data: { name: 'Team', companyId, members } }))
  return mate.id
}

/** Prepares a call; then all links of company A are the user's, it has room for webhooks, and the board shows its submission. */
const withLinksOf = (userId: string | null, row: Row): Row => ({
  ...row,
  send: async (cell) => {
    const { company, webhook, delivery, submission } = world.a
    await admin.query(
      `DELETE FROM "Webhook" WHERE "companyId" = $1 AND "id" <> $2
        AND NOT EXISTS (SELECT FROM "WebhookDelivery" d WHERE d."webhookId" = "Webhook"."id" AND d."id" = $3)`,
      [company, webhook, delivery],
    )
    const sent = await row.send(cell)
    await admin.query('UPDATE "GeneratedLink" SET "userId" = $1 WHERE "companyId" = $2', [userId, company])
    await admin.query('UPDATE "SubmissionDesk" SET "createdAt" = now() WHERE "id" = $1', [submission])
    return sent
  },
})

const rows = Object.entries(TABLE)
  .filter(([route]) => route.includes(' /api/') && !route.endsWith(' /api/mcp'))
  // A key's own record, whatever its maker's role shows.
  .filter(([route]) => route !== 'GET /api/api-key/me')
  .flatMap(([route, all]) => all.map((row, index) => ({ name: `${route} (${index + 1})`, route, row })))
  .filter(({ row }) => !row.changesCaller && row.outcomes.revoked === 401)

/** Deleting the company, adding to teams or to what they see, and taking over, giving or changing what shows more. */
const BEYOND = [
  'DELETE /api/companies/:id',
  'DELETE /api/company/delete/:id',
  'DELETE /api/role/delete/:id',
  'DELETE /api/roles/:id',
  'PATCH /api/links/:id',
  'PATCH /api/roles/:id',
  'PATCH /api/teams/:id',
  'PATCH /api/users/:id',
  'POST /api/import/users',
  'POST /api/role/create',
  'POST /api/roles',
  'POST /api/team/create',
  'POST /api/teams',
  'POST /api/user/create',
  'POST /api/users',
  'PUT /api/generated-link/update/:id',
  'PUT /api/links/:id',
  'PUT /api/role/update/:id',
  'PUT /api/roles/:id',
  'PUT /api/team/update',
  'PUT /api/teams/:id',
  'PUT /api/user/update/:id',
  'PUT /api/users/:id',
]

const cases = (['team', 'own'] as const).flatMap((scope) =>
  [false, true].flatMap((isKey) =>
    [false, true].map((isShown) => ({ scope, isKey, isShown, name: `${scope}${isKey ? ', key' : ''}` })),
  ),
)

describe.each(cases)('scope $name, shown: $isShown', async ({ scope, isKey, isShown }) => {
  const narrowed = await narrow(scope)
  const of = isKey ? await toKeyWorld(narrowed) : narrowed
  const refused = new Set<string>()

  it.each(rows)('$name', async ({ route, row }) => {
    for (const caller of CALLERS) {
      const links = isShown ? (narrowed.seen.get(caller) ?? null) : null
      const results = await runRow(
        of,
        withLinksOf(links, row),
        !route.startsWith('GET'),
        restTransport(url, route),
        admin,
        (each, which) => each === caller && which === 'own',
      )
      for (const result of results) {
        const { status, expected, code, stayed, text } = result
        const cell = `${caller}: ${text.slice(0, 200)}`
        const isClosed = row.outcomes[caller] === 403
        // The event of a delivery is about no submission that there is.
        const isHidden = isAboutSubmission(route, result) && (!isShown || result.kinds.has('delivery'))
        if (isHidden && !isClosed) expect([403, 404], cell).toContain(status)
        else if (status !== expected) {
          // An import names the line whose role is beyond the caller.
          const isImport = route === 'POST /api/import/users'
          expect([status, code], cell).toEqual(isImport ? [400, 'invalid_input'] : [403, 'forbidden'])
          refused.add(route)
        }
        if (isHidden && !isClosed && !isKey) expect(status, cell).toBe(404)
        if (status >= 400) expect(stayed, cell).not.toBe(false)
        if (row.lists && status === 200) {
          const marker = row.lists(world.a)
          const isOfSubmission = [world.a.submission, world.a.legalName].includes(marker)
          if (isOfSubmission && !isShown) expect(text, cell).not.toContain(marker)
          else expect(text, cell).toContain(marker)
        }
        if (!isShown && !isClosed) expect(text, cell).not.toContain(world.a.legalName)
      }
    }
  })

  it('refuses only what would show more', () => {
    if (!isKey) expect([...refused].toSorted()).toEqual(BEYOND)
  })
})
