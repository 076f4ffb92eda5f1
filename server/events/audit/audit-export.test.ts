import { describe, expect, it } from 'vitest'
import { parseCsv } from '../../test/support/csv.ts'
import { startAuditTests } from './audit.fixture.ts'

const { url, services, admin, alpha, beta, view, log } = await startAuditTests()

describe('an export', () => {
  const exported = (token: string, query: Record<string, unknown> = {}) =>
    fetch(
      `${url}/api/audit/export?${new URLSearchParams(
        Object.fromEntries(Object.entries(query).map(([key, value]) => [key, JSON.stringify(value)])),
      )}`,
      { headers: { authorization: `Bearer ${token}` } },
    )

  it('holds what the filters show, newest first, and is written down', async () => {
    for (let times = 0; times < 3; times += 1) await view(beta.submission, beta.token)
    const filter = { actorId: beta.user.id, objectType: 'submission' }
    const shown = (await log(admin, { filter })).rows
    expect(shown).toHaveLength(3)
    const answer = await exported(admin, { filter, sort: ['actor', 'ASC'] })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-log-\d{4}-/)
    const [head, ...rows] = parseCsv(await answer.text())
    expect(head?.slice(0, 5)).toEqual(['Number', 'Time (UTC)', 'Person', 'Id of the person', 'Act'])
    expect(rows.map(([id]) => id)).toEqual(shown.map(({ id }) => id))
    expect(rows[0]?.slice(1, 5)).toEqual([
      shown[0]?.at,
      beta.user.name,
      beta.user.id,
      expect.stringMatching(/submission|values/),
    ])
    const [entry] = (await log(admin, { filter: { act: 'audit-exported' } })).rows
    expect(entry).toMatchObject({
      actor: { name: 'Administrator' },
      objectType: 'audit',
      detail: { rows: shown.length, searched: false, ...filter },
    })
  })

  it('neutralises what a spreadsheet would run, and goes on past a batch', async () => {
    await services.db.system('test').write((client) =>
      client.auditEntry.createMany({
        data: Array.from({ length: 501 }, () => ({ act: 'sign-out', actorName: '=1+1', ip: '192.0.2.1' })),
      }),
    )
    const text = await (await exported(admin, { filter: { q: '192.0.2.1', columns: ['ip'] } })).text()
    const rows = parseCsv(text).slice(1)
    expect(rows).toHaveLength(501)
    expect(new Set(rows.map(([, , name]) => name))).toEqual(new Set(["'=1+1"]))
    expect((await log(admin, { filter: { act: 'audit-exported' } })).rows[0]?.detail).toEqual({
      rows: 501,
      searched: true,
    })
  })

  it('is for admins', async () => {
    expect((await exported(alpha.token)).status).toBe(403)
    expect((await fetch(`${url}/api/audit/export`)).status).toBe(401)
    expect((await exported(admin, { filter: { nothing: 1 } })).status).toBe(400)
  })
})
