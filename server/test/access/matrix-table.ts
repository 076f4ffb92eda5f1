import type { Row } from './matrix-cells.ts'
import { ACCOUNT } from './matrix-account.ts'
import { BUSINESS } from './matrix-business.ts'
import { nounRows } from './matrix-nouns.ts'
import { PEOPLE } from './matrix-people.ts'
import { PUBLIC } from './matrix-public.ts'

/**
 * The access matrix: every procedure and raw route, and the HTTP status each caller gets for whose record. It is written
 * by hand, so that the server is compared with the intention and not with itself. A route without a row fails the test.
 * How to read a row:
 *     'PUT /api/team/update/:id': [
 *       guarded({ user: 403, company: OWN, custom: OWN, admin: ALL }, changing('team', 'Team', …)),
 *     ]
 * - `guarded` needs a signed-in caller: `anonymous` and `revoked` (an ended session) get 401. `open` treats all callers alike.
 * - Callers: `user` (a company's user with page:main and page:forms), `company` (the administrators `companyA` and
 *   `companyB` of two companies), `custom` (holds the team permissions only), `admin` (super admin).
 * - One status holds for every record. Three are for the caller's own company's record, another company's (`foreign`) and
 *   none (`missing`): OWN is [200, 404, 404], ALL is [200, 200, 404]. NAMES_OWN and NAMES_ALL are the same where the body
 *   names the record: 400 in place of 404.
 * - The second argument makes the request: `byId(kind)` puts the record's id in the path, `changing(kind, table, rest)` also
 *   watches its row: a refused call leaves it unchanged, a successful one does not.
 * - `lists` says what of a company shows in a list; the test then looks for both companies' text.
 */
const CALLS: Readonly<Record<string, readonly Row[]>> = { ...ACCOUNT, ...PEOPLE, ...BUSINESS, ...PUBLIC }

export const TABLE: Readonly<Record<string, readonly Row[]>> = { ...CALLS, ...nounRows(CALLS) }
