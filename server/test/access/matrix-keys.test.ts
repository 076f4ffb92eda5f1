// @module-tag long
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestServer } from '../support/server.ts'
import { ALL } from './matrix-cells.ts'
import { restTransport, runRow } from './matrix-run.ts'
import { TABLE } from './matrix-table.ts'
import { makeWorld, toKeyWorld, type Caller } from './matrix-world.ts'

/** The access matrix once more, where each caller uses an API key that may do all that its creator's keys can. */

const { url, services, adminUrl } = await startTestServer({ seedDemo: false })
const world = await toKeyWorld(await makeWorld(url, services))
const admin = new pg.Client({ connectionString: adminUrl })
await admin.connect()
// The database is dropped beneath it.
admin.on('error', () => {})
afterAll(() => admin.end())

/** Calls that refuse a key what they let some creator do. */
const FOR_PEOPLE = [
  'GET /api/user/me',
  'PUT /api/user/me',
  'PUT /api/user/me/password',
  'POST /api/user/me/confirm',
  'GET /api/user/me/sessions',
  'DELETE /api/user/me/sessions/:id',
  'POST /api/user/me/otp',
  'PUT /api/user/me/otp',
  'POST /api/user/me/otp/off',
  'POST /api/user/me/otp/recovery-codes',
  'GET /api/api-key/get',
  'POST /api/api-key/create',
  'DELETE /api/api-key/delete/:id',
  'GET /api/connection/:id',
  'POST /api/connection/:id/allow',
  'POST /api/connection/:id/refuse',
  'POST /api/form/views',
  'PUT /api/form/views/:id',
  'DELETE /api/form/views/:id',
  'POST /api/form/views/:id/take-over',
  'PUT /api/form/submissions/:id/presence',
  'GET /api/notice/get',
  'PUT /api/notice/read',
  'POST /api/form/submissions/:id/delete',
  'GET /api/audit/people',
  'GET /api/audit/export',
  // Passwords, roles and companies of users, and administrators.
  'PUT /api/user/update/:id',
  'PUT /api/users/:id',
  'PATCH /api/users/:id',
  'DELETE /api/users/:id',
  'POST /api/admin/create-company',
  // Open to every user, of a key they need a permission.
  'GET /api/company/names',
  'GET /api/user/names',
  'GET /api/role/names',
  'GET /api/team/names',
  'POST /api/documents/upload-public',
]

const rows = Object.entries(TABLE)
  .filter(([route]) => route.includes(' /api/') && !/ \/api\/(mcp|api-key\/me)$/.test(route))
  .flatMap(([route, all]) => all.map((row, index) => ({ name: `${route} (${index + 1})`, route, row })))
  // Public calls ignore the caller, and keys cannot make calls that change the own account.
  .filter(({ row }) => !row.changesCaller && row.outcomes.revoked === 401)
const CALLERS: readonly Caller[] = ['user', 'companyA', 'custom', 'admin']
const refused = new Set<string>()

describe('a key', () => {
  it.each(rows)('does no more than its creator: $name', async ({ route, row }) => {
    const transport = restTransport(url, route)
    const isCaller = (caller: Caller) => CALLERS.includes(caller)
    const results = await runRow(world, row, !route.startsWith('GET'), transport, admin, isCaller)
    for (const { caller, which, status, expected, code, stayed, text } of results) {
      const cell = `${caller}, ${which}: ${text.slice(0, 200)}`
      if (status !== expected) {
        expect([status, code], cell).toEqual([403, 'forbidden'])
        refused.add(route)
      }
      if (status >= 400) expect(stayed, cell).not.toBe(false)
      if (!row.lists || status !== 200) continue
      if (row.outcomes[caller] !== ALL) expect(text, cell).not.toContain(row.lists(world.b))
    }
  })

  it('is refused what is for people, and what a permission alone does not give', () => {
    expect([...refused].toSorted()).toEqual(FOR_PEOPLE.toSorted())
  })
})
