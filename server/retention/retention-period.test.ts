import { describe, expect, it, vi } from 'vitest'
import { LIMITS } from '#domain/limits'
import { call } from '../test/support/factories.ts'
import { startRetentionTests } from './retention.fixture.ts'

const { url, services, DAY_MS, inDays, tenant, apply, idsOf, destroyed, audited, admin } =
  await startRetentionTests()

const update = (id: string, token: string, body: object) =>
  call(url, 'PUT', `/company/update/${id}`, { token, body })

describe('a period', () => {
  it('is set, read, changed and taken back with the company, and that is written down', async () => {
    const { company, token } = await tenant()
    expect((await call(url, 'GET', `/company/get/${company.id}`, { token })).body.data).toMatchObject({
      retentionDays: null,
      retentionFrom: null,
    })
    const set = await update(company.id, token, { retentionDays: 365 })
    expect(set.body.data).toMatchObject({ retentionDays: 365, retentionFrom: expect.any(String) })
    expect((await update(company.id, token, { nameIn: 'Other' })).body.data).toMatchObject({
      retentionDays: 365,
    })
    const cleared = await update(company.id, token, { retentionDays: null })
    expect(cleared.body.data).toMatchObject({ retentionDays: null, retentionFrom: null })
    const [first] = await audited(company.id)
    expect(first).toMatchObject({
      act: 'company-updated',
      detail: { before: { retentionDays: null }, after: { retentionDays: 365 } },
    })
    const made = await call(url, 'POST', '/company/create', {
      token: admin,
      body: { nameIn: 'New', nameOut: 'New', retentionDays: 90 },
    })
    expect(made.body.data).toMatchObject({ retentionDays: 90, retentionFrom: null })
  })

  it.each([29, 3651, 90.5, '90', true])('of %j is refused', async (retentionDays) => {
    const { company, token } = await tenant()
    expect(await update(company.id, token, { retentionDays })).toMatchObject({
      status: 400,
      body: { fields: { retentionDays: expect.any(String) } },
    })
  })

  it('that is shorter or the first has nothing destroyed for a day; a longer one changes no date', async () => {
    const { company, link, boss } = await tenant()
    const { id } = await apply(link.slug, { files: 0 })
    vi.useFakeTimers({ toFake: ['Date'], now: inDays(100) })
    const late = await services.sessions.start(boss.id, { ip: '127.0.0.1', userAgent: 'test' })
    const changed = await update(company.id, late, { retentionDays: 90 })
    expect(changed.body.data).toMatchObject({
      retentionFrom: new Date(Date.now() + LIMITS.retentionGraceHours * 60 * 60 * 1000).toISOString(),
    })
    expect(await destroyed(new Date())).toEqual([])
    const longer = await update(company.id, late, { retentionDays: 95 })
    expect(longer.body.data).toMatchObject({
      retentionFrom: (changed.body.data as { retentionFrom: string }).retentionFrom,
    })
    vi.setSystemTime(Date.now() + DAY_MS - 1000)
    expect(await destroyed(new Date())).toEqual([])
    vi.setSystemTime(Date.now() + 1000)
    expect(idsOf(await destroyed(new Date()))).toEqual([id])
  })
})
