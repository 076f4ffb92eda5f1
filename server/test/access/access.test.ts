import { describe, expect, it } from 'vitest'
import { canPerform } from '#domain/actions'
import { canOpenPage, DASHBOARD, PAGES, type PageKey } from '#domain/pages'
import { hasPermission, type PermissionHolder } from '#domain/permissions'
import { appRouter } from '../../app-router.ts'
import type { Needs } from '../../auth/needs.ts'
import { restCalls } from '../../http/rest-adapter.ts'
import { call, makeCompany, makeRole, makeUser } from '../support/factories.ts'
import { startTestServer } from '../support/server.ts'
import {
  accessOf,
  CASES,
  GATES,
  opensDashboard,
  permissionsOf,
  SAMPLES,
  type AccessCase,
  type Gate,
} from './access-table.ts'

/**
 * Every case against what the panel asks and the procedures require; some of them against a server, which refuses with 403
 * what the table does not give, and nothing else.
 */

const { url, services } = await startTestServer({ seedDemo: false })
const company = await makeCompany(services)

const LISTS: Record<PageKey, string> = {
  forms: '/form/submissions',
  companies: '/company/get',
  teams: '/team/get',
  users: '/user/get',
  roles: '/role/get',
  links: '/generated-link/get',
  funders: '/funder/get',
  registrations: '/registration/get',
  'api-keys': '/api-key/get',
  webhooks: '/webhook/get',
  audit: '/audit/get',
}

/** Nobody has such a record, so that nothing is written: whoever may act is told 400 or 404. */
const CALLS: Record<Gate, [method: string, path: string]> = {
  'company.create': ['POST', '/company/create'],
  'company.update': ['PUT', '/company/update/none'],
  'company.delete': ['DELETE', '/company/delete/none'],
  'user.create': ['POST', '/user/create'],
  'user.update': ['PUT', '/user/update/none'],
  'role.create': ['POST', '/role/create'],
  'role.update': ['PUT', '/role/update/none'],
  'role.delete': ['DELETE', '/role/delete/none'],
  'team.create': ['POST', '/team/create'],
  'team.update': ['PUT', '/team/update'],
  'team.delete': ['DELETE', '/team/delete/none'],
  'funder.create': ['POST', '/funder/create'],
  'funder.update': ['PUT', '/funder/update/none'],
  'funder.delete': ['DELETE', '/funder/delete/none'],
  'link.delete': ['DELETE', '/generated-link/delete/none'],
}

const procedures = restCalls(appRouter)

/** What the procedure that serves the call requires. */
function needsOf(method: string, path: string): Needs | undefined {
  const found = procedures.find((each) => {
    const pattern = new RegExp(`^${each.url.replace(/\{\w+\}/g, '[^/]+')}$`)
    return each.method === method && pattern.test(path)
  })
  expect(found, `${method} ${path}`).toBeDefined()
  return found?.needs
}

const fulfils = (holder: PermissionHolder, needs: Needs | undefined): boolean => {
  if (needs === undefined) return true
  if (typeof needs === 'string') return canPerform(holder, needs)
  return needs.some((permission) => hasPermission(holder, permission))
}

const toHolder = (each: AccessCase): PermissionHolder => ({
  isAdmin: false,
  userType: each.userType,
  permissions: permissionsOf(each),
})

describe.each(CASES)('a user of the type $userType whose role holds $holds', (each) => {
  const holder = toHolder(each)
  const expected = accessOf(each)

  it('is offered by the panel what the table says', () => {
    expect(PAGES.filter((page) => canOpenPage(holder, page)).map(({ key }) => key)).toEqual(expected.pages)
    expect(canOpenPage(holder, DASHBOARD)).toBe(opensDashboard(each))
    expect(GATES.filter((gate) => canPerform(holder, gate))).toEqual(expected.gates)
  })

  it('fulfils what the calls of the table require, and of no others', () => {
    const lists = Object.entries(LISTS).filter(([, path]) => fulfils(holder, needsOf('GET', path)))
    expect(lists.map(([page]) => page).toSorted()).toEqual([...expected.pages, ...expected.lists].toSorted())
    expect(GATES.filter((gate) => fulfils(holder, needsOf(...CALLS[gate])))).toEqual(expected.gates)
  })
})

describe.each(SAMPLES)('a user of the type $userType whose role holds $holds', (each) => {
  it('reaches what the table says, and is refused the rest', async () => {
    const role = await makeRole(services, {
      userType: each.userType,
      permissions: permissionsOf(each),
      companyId: company.id,
    })
    const user = await makeUser(services, { companyId: company.id, roleId: role.id })
    // Signing in a hundred times would only measure the hashing of passwords.
    const token = await services.sessions.start(user.id, { ip: '127.0.0.1', userAgent: 'test' })
    const expected = accessOf(each)

    const lists = await Promise.all(
      Object.entries(LISTS).map(async ([page, path]) => {
        const { status } = await call(url, 'GET', path, { token })
        expect([200, 403]).toContain(status)
        return status === 200 ? [page] : []
      }),
    )
    expect(lists.flat().toSorted()).toEqual([...expected.pages, ...expected.lists].toSorted())

    const gates = await Promise.all(
      GATES.map(async (gate) => {
        const [method, path] = CALLS[gate]
        const { status } = await call(url, method, path, {
          token,
          ...(method !== 'DELETE' && { body: { updatedAt: 'unreadable', none: true } }),
        })
        expect([400, 403, 404]).toContain(status)
        return status === 403 ? [] : [gate]
      }),
    )
    expect(gates.flat()).toEqual(expected.gates)
  })
})
