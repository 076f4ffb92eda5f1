import { stat } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Permission } from '#domain/permissions'
import { call, makeRole, makeUser, signIn } from '../test/support/factories.ts'
import { retentionCommand } from '../tools/retention-command.ts'
import { startRetentionTests } from './retention.fixture.ts'

const { url, services, config, system, tenant, apply, destroyed, exists, hold, admin } =
  await startRetentionTests()

const retention = (id: string, token: string, query = '') =>
  call(url, 'GET', `/company/retention/${id}${query}`, { token })

describe('a dry run', () => {
  it('says what goes, what is held, what comes next and from when, and destroys nothing', async () => {
    const { company, link, token } = await tenant(30)
    const [first, held, second] = [
      await apply(link.slug, { files: 0, legalName: 'First LLC' }),
      await apply(link.slug, { files: 0, legalName: 'Held LLC' }),
      await apply(link.slug, { files: 0, legalName: 'Second LLC' }),
    ]
    await system((db) =>
      db.formSubmission.updateMany({
        where: { id: { in: [first.id, held.id] } },
        data: { createdAt: new Date('2026-01-05T10:00:00Z') },
      }),
    )
    await hold(held.id, token)
    const now = await retention(company.id, token)
    expect(now).toMatchObject({
      status: 200,
      body: {
        data: {
          retentionDays: 30,
          from: null,
          due: 1,
          onHold: 1,
          next: [{ submissions: 1, day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }],
          submissions: [{ id: first.id, legalName: 'First LLC', destroyedFrom: '2026-02-05T00:00:00.000Z' }],
        },
      },
    })
    const proposed = await retention(company.id, token, '?days=3650')
    expect(proposed.body.data).toMatchObject({ retentionDays: 3650, due: 0, submissions: [] })
    expect(await exists(first.id)).toBe(true)
    expect(await exists(second.id)).toBe(true)

    const never = await tenant()
    expect((await retention(never.company.id, never.token)).body.data).toEqual({
      retentionDays: null,
      from: null,
      due: 0,
      onHold: 0,
      next: [],
      submissions: [],
    })
    const asked = await retention(never.company.id, never.token, '?days=40')
    expect(asked.body.data).toMatchObject({ retentionDays: 40, from: expect.any(String) })
    expect((await retention(never.company.id, never.token, '?days=7')).status).toBe(400)
    expect((await retention(never.company.id, never.token, '?days=x')).status).toBe(400)
    await destroyed(new Date())
    expect(await exists(first.id)).toBe(false)
  })

  it('is for admins and those who may change their own company; names for those who see submissions', async () => {
    const { company, link, token } = await tenant(30)
    const { id } = await apply(link.slug, { files: 0 })
    await system((db) =>
      db.formSubmission.update({ where: { id }, data: { createdAt: new Date('2026-01-05T10:00:00Z') } }),
    )
    expect((await retention(company.id, admin)).status).toBe(200)
    expect((await retention(company.id, (await tenant()).token)).status).toBe(404)
    const as = async (permissions: Permission[]) => {
      const role = await makeRole(services, { companyId: company.id, permissions })
      return signIn(url, (await makeUser(services, { companyId: company.id, roleId: role.id })).email)
    }
    expect((await retention(company.id, await as(['page:forms', 'page:companies']))).status).toBe(403)
    expect((await retention(company.id, await as(['company:update']))).body.data).toMatchObject({
      submissions: [{ id, legalName: null }],
    })
    expect((await call(url, 'GET', `/company/retention/${company.id}`)).status).toBe(401)
    await hold(id, token)
  })

  it('by the command lists ids, dates and counts and leaves everything; without the flag it destroys', async () => {
    const { company, link } = await tenant(30)
    const { id } = await apply(link.slug, { legalName: 'Unspoken LLC' })
    await system((db) =>
      db.formSubmission.update({ where: { id }, data: { createdAt: new Date('2026-01-05T10:00:00Z') } }),
    )
    const run = async (given: { dryRun?: boolean } = {}, byNpm = {}) => {
      const printed: string[] = []
      const env = {
        DATABASE_URL: config.databaseUrl ?? '',
        DATA_DIR: config.dataDir,
        ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
        ...byNpm,
      }
      await retentionCommand(given, env, (line) => printed.push(line))
      return printed
    }
    const line = `submission ${id} of company ${company.id}, received 2026-01-05, documents: 1`
    expect(await run({ dryRun: true })).toEqual([line, 'Would be destroyed now: 1'])
    // npm keeps the flag for itself where no -- stands before it.
    expect(await run({}, { npm_config_dry_run: 'true' })).toEqual([line, 'Would be destroyed now: 1'])
    expect(await exists(id)).toBe(true)
    expect(await run()).toEqual([line, 'Destroyed: 1'])
    expect(await exists(id)).toBe(false)
  })
})

it('the command makes no database where there is none', async () => {
  const dataDir = path.join(config.dataDir, 'nothing-here')
  for (const dryRun of [false, true])
    await expect(retentionCommand({ dryRun }, { DATA_DIR: dataDir }, () => {})).rejects.toThrow(
      `There is no database under ${path.join(dataDir, 'postgres')}`,
    )
  await expect(stat(dataDir)).rejects.toThrow('ENOENT')
})
