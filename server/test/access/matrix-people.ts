import { authorize, CALLBACK, pkce, register } from '../../connections/oauth.fixture.ts'
import {
  byId,
  changing,
  guarded,
  NAMES_ALL,
  NAMES_OWN,
  OWN,
  ALL,
  named,
  type Cell,
  type Row,
} from './matrix-cells.ts'
import { TEST_PASSWORD } from '../support/factories.ts'

/** Users, roles and teams: who gets what. 403 where the act is not theirs, whoever's the record is. */

const email = ({ unique }: Cell) => `${unique}@example.com`
const newcomer = (cell: Cell) => ({ name: 'New', email: email(cell), password: TEST_PASSWORD })
const made = (table: string, column: string, value: string) => ({ watch: { table, column, value } })
/** An admin says whose it is to be; for others it is their own company's. */
const companyFor = ({ caller, own }: Cell) => (caller === 'admin' ? { company: own.company } : {})

/** Makes a user whose `field` names the record asked about. */
const makesUser =
  (field: 'company' | 'role' | 'team'): Row['send'] =>
  async (cell) => ({
    body: { ...newcomer(cell), ...companyFor(cell), [field]: await cell.id(field) },
    ...made('User', 'email', email(cell)),
  })

/** The same as a line of CSV. */
const importsUser =
  (field: 'company' | 'role'): Row['send'] =>
  async (cell) => {
    const line = {
      ...newcomer(cell),
      ...companyFor(cell),
      [field]: await cell.id(field),
      password: undefined,
    }
    const cells = Object.entries(line).filter(([, value]) => value !== undefined)
    const csv = [cells.map(([name]) => name), cells.map(([, value]) => value)].join('\n')
    return { body: { csv }, ...made('User', 'email', email(cell)) }
  }

/** Changes one of the own users; the new name shows that something was written. */
const changesUser =
  (field: 'company' | 'role' | 'team'): Row['send'] =>
  async (cell) => {
    const [id, value] = [await cell.fresh('user'), await cell.id(field)]
    const watch =
      field === 'team'
        ? { table: 'TeamMember', column: 'userId', value: id }
        : { table: 'User', column: 'id', value: id }
    return { params: { id }, body: { [field]: value, name: cell.unique }, watch }
  }

const namesTeam =
  (table: 'Team' | 'TeamMember', body: (cell: Cell) => Promise<object>): Row['send'] =>
  async (cell) => {
    const id = await cell.fresh('team')
    const column = table === 'Team' ? 'id' : 'teamId'
    return { body: { id, name: cell.unique, ...(await body(cell)) }, watch: { table, column, value: id } }
  }

const USERS = { user: 403, company: OWN, custom: 403, admin: ALL }
const ROLES = { user: 403, company: OWN, custom: 403, admin: ALL }
const TEAMS = { user: 403, company: OWN, custom: OWN, admin: ALL }
const FUNDERS = { user: 403, company: OWN, custom: 403, admin: ALL }
const KEYS = { user: 403, company: OWN, custom: 403, admin: ALL }
const CONNECTORS = { user: 403, company: 200, custom: 403, admin: 200 }
/** What an app asked for in the caller's browser. */
const begun = async ({ world: { url } }: Cell) => {
  const asked = { response_type: 'code', code_challenge_method: 'S256', resource: `${url}/api/v1` }
  const { challenge: code_challenge } = pkce()
  const client_id = await register(url)
  const { id, cookies } = await authorize(url, {
    ...asked,
    code_challenge,
    client_id,
    redirect_uri: CALLBACK,
  })
  return { params: { id }, headers: { cookie: cookies.join('; ') } }
}
const names = (of: 'company' | 'user' | 'role' | 'team') =>
  guarded(
    { user: OWN, company: OWN, custom: OWN, admin: ALL },
    named((tenant) => tenant[of]),
    { lists: (tenant) => tenant[of] },
  )

export const PEOPLE: Record<string, readonly Row[]> = {
  'GET /api/user/get': [guarded(USERS, () => ({}), { lists: ({ user }) => user })],
  'GET /api/user/get/:id': [guarded(USERS, byId('user'))],
  'POST /api/import/users': [
    guarded({ user: 403, company: NAMES_OWN, custom: 403, admin: NAMES_ALL }, importsUser('company')),
    guarded({ user: 403, company: NAMES_OWN, custom: 403, admin: NAMES_OWN }, importsUser('role')),
  ],
  'POST /api/user/create': [
    guarded({ user: 403, company: NAMES_OWN, custom: 403, admin: NAMES_ALL }, makesUser('company')),
    guarded({ user: 403, company: NAMES_OWN, custom: 403, admin: NAMES_OWN }, makesUser('role')),
    guarded({ user: 403, company: NAMES_OWN, custom: 403, admin: NAMES_OWN }, makesUser('team')),
  ],
  'PUT /api/user/update/:id': [
    guarded(
      USERS,
      changing('user', 'User', ({ unique }) => ({ body: { name: unique } })),
    ),
    guarded(
      USERS,
      changing('user', 'User', () => ({ body: { password: TEST_PASSWORD } })),
    ),
    guarded({ user: 403, company: NAMES_OWN, custom: 403, admin: NAMES_OWN }, changesUser('role')),
    guarded({ user: 403, company: NAMES_OWN, custom: 403, admin: NAMES_OWN }, changesUser('team')),
    guarded({ user: 403, company: NAMES_OWN, custom: 403, admin: NAMES_ALL }, changesUser('company')),
  ],
  'GET /api/user/names': [names('user')],

  'GET /api/role/get': [guarded(ROLES, () => ({}), { lists: ({ role }) => role })],
  'GET /api/role/get/:id': [guarded(ROLES, byId('role'))],
  'POST /api/role/create': [
    guarded({ user: 403, company: NAMES_OWN, custom: 403, admin: NAMES_ALL }, async ({ id, unique }) => ({
      body: { name: unique, permissions: ['page:forms'], companyId: await id('company') },
      ...made('Role', 'name', unique),
    })),
  ],
  'PUT /api/role/update/:id': [
    guarded(
      ROLES,
      changing('role', 'Role', ({ unique }) => ({ body: { name: unique } })),
    ),
  ],
  'DELETE /api/role/delete/:id': [guarded(ROLES, changing('role', 'Role'))],
  'GET /api/role/names': [names('role')],

  'GET /api/api-key/get': [guarded(KEYS, () => ({}), { lists: ({ apiKey }) => apiKey })],
  // It is for keys.
  'GET /api/api-key/me': [guarded({ user: 403, company: 403, custom: 403, admin: 403 }, () => ({}))],
  'POST /api/api-key/create': [
    guarded({ user: 403, company: NAMES_OWN, custom: 403, admin: NAMES_ALL }, async ({ id, unique }) => ({
      body: {
        name: unique,
        permissions: ['page:forms'],
        companyId: await id('company'),
        expiresInDays: 7,
      },
      ...made('ApiKey', 'name', unique),
    })),
  ],
  'DELETE /api/api-key/delete/:id': [guarded(KEYS, changing('apiKey', 'ApiKey'))],
  'GET /api/connection/:id': [guarded(CONNECTORS, begun)],
  'POST /api/connection/:id/allow': [
    guarded(CONNECTORS, async (cell) => ({
      ...(await begun(cell)),
      body: { permissions: ['page:forms'], ...(cell.caller === 'admin' && { companyId: cell.own.company }) },
    })),
  ],
  'POST /api/connection/:id/refuse': [guarded({ user: 200, company: 200, custom: 200, admin: 200 }, begun)],

  'GET /api/funder/get': [guarded(FUNDERS, () => ({}), { lists: ({ funder }) => funder })],
  'GET /api/funder/get/:id': [guarded(FUNDERS, byId('funder'))],
  'POST /api/funder/create': [
    guarded({ user: 403, company: NAMES_OWN, custom: 403, admin: NAMES_ALL }, async ({ id, unique }) => ({
      body: { name: unique, companyId: await id('company') },
      ...made('Funder', 'name', unique),
    })),
  ],
  'POST /api/import/funders': [
    guarded({ user: 403, company: NAMES_OWN, custom: 403, admin: NAMES_ALL }, async ({ id, unique }) => ({
      body: { csv: `name,company\n${unique},${await id('company')}` },
      ...made('Funder', 'name', unique),
    })),
  ],
  'PUT /api/funder/update/:id': [
    guarded(
      FUNDERS,
      changing('funder', 'Funder', ({ unique }) => ({ body: { name: unique } })),
    ),
  ],
  'DELETE /api/funder/delete/:id': [guarded(FUNDERS, changing('funder', 'Funder'))],
  'GET /api/form/submissions/:id/funders': [
    guarded({ user: 403, company: OWN, custom: 403, admin: ALL }, async ({ id }) => {
      const submission = await id('submission')
      return {
        params: { id: submission },
        watch: { table: 'AuditEntry', column: 'objectId', value: submission },
      }
    }),
  ],

  'GET /api/team/get': [guarded(TEAMS, () => ({}), { lists: ({ team }) => team })],
  'GET /api/team/get/:id': [guarded(TEAMS, byId('team'))],
  'POST /api/team/create': [
    guarded(
      { user: 403, company: NAMES_OWN, custom: NAMES_OWN, admin: NAMES_ALL },
      async ({ id, unique }) => ({
        body: { name: unique, leader: await id('user') },
        ...made('Team', 'name', unique),
      }),
    ),
    guarded(
      { user: 403, company: NAMES_OWN, custom: NAMES_OWN, admin: NAMES_OWN },
      async ({ fresh, id, unique }) => ({
        body: { name: unique, leader: await fresh('user'), members: [await id('user')] },
        ...made('Team', 'name', unique),
      }),
    ),
  ],
  'PUT /api/team/update': [
    guarded(TEAMS, async (cell) => {
      const id = await cell.id('team')
      return { body: { id, name: cell.unique }, watch: { table: 'Team', column: 'id', value: id } }
    }),
    guarded(
      { user: 403, company: NAMES_OWN, custom: NAMES_OWN, admin: NAMES_ALL },
      namesTeam('Team', async ({ id }) => ({ leader: await id('user') })),
    ),
    guarded(
      { user: 403, company: NAMES_OWN, custom: NAMES_OWN, admin: NAMES_OWN },
      namesTeam('TeamMember', async ({ id }) => ({ members: [await id('user')] })),
    ),
  ],
  'DELETE /api/team/delete/:id': [guarded(TEAMS, changing('team', 'Team'))],
  'GET /api/team/names': [names('team')],
  'GET /api/company/names': [names('company')],
}
