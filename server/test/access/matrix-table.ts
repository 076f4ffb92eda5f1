import type { Row } from './matrix-cells.ts'
import { ACCOUNT } from './matrix-account.ts'
import { BUSINESS } from './matrix-business.ts'
import { PEOPLE } from './matrix-people.ts'
import { PUBLIC } from './matrix-public.ts'

/**
 * Every procedure and raw route, and what each caller gets of it (security.md 2). Written by hand, so that the server
 * is held against what was meant and not against itself; a route that is missing here fails the test.
 */
export const TABLE: Readonly<Record<string, readonly Row[]>> = {
  ...ACCOUNT,
  ...PEOPLE,
  ...BUSINESS,
  ...PUBLIC,
}
