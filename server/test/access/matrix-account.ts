import { guarded, OWN, open, type Cell, type Row } from './matrix-cells.ts'
import { freshSession } from './matrix-world.ts'

/** Signing in, and the caller's own account: whoever is signed in reaches their own, admins included. */

const mine = (status: number) => ({ user: status, company: status, custom: status, admin: status })
const OWN_ALONE = { user: OWN, company: OWN, custom: OWN, admin: OWN }
const WRONG = 'not-the-password-1'

/** A login session of the caller's, of somebody of another company, or of nobody. */
async function session({ which, world, caller, unique }: Cell) {
  if (which === 'missing') return { name: unique, hash: unique }
  const owner =
    which === 'own' ? (world.callers[caller] ?? world.callers.companyA) : otherCaller(world, caller)
  if (owner === null) throw new Error('Nobody to have a session')
  return freshSession(world.services, owner.user)
}
const otherCaller = ({ callers }: Cell['world'], caller: Cell['caller']) =>
  caller === 'companyB' ? callers.companyA : callers.companyB

export const ACCOUNT: Record<string, readonly Row[]> = {
  // The same for everybody: a wrong password is one, whoever is signed in already.
  'POST /api/auth/login': [open(401, () => ({ body: { email: 'nobody@example.com', password: WRONG } }))],
  'POST /api/auth/verify': [open(401, () => ({ body: { ticket: 'none', code: '123456' } }))],
  'GET /api/auth/sso': [open(200, () => ({}))],
  'POST /api/auth/sso/start': [open(400, () => ({ body: { email: 'nobody@example.com' } }))],
  'POST /api/auth/sso/finish': [
    open(401, () => ({ body: { attempt: 'none', company: 'none', answer: '?code=none' } })),
  ],
  'POST /api/auth/forgot-password': [open(200, () => ({ body: { email: 'nobody@example.com' } }))],
  'POST /api/auth/reset-password': [
    open(400, () => ({ body: { token: 'none', password: 'correct-horse-2' } })),
  ],

  'POST /api/auth/logout': [guarded(mine(200), () => ({}), { changesCaller: true })],
  'GET /api/user/me': [guarded(mine(200), () => ({}))],
  'PUT /api/user/me': [guarded(mine(200), () => ({ body: { submissionMail: 'off' } }))],
  // A wrong password shows that the call is theirs to make, and changes nothing.
  'PUT /api/user/me/password': [
    guarded(mine(400), () => ({ body: { currentPassword: WRONG, password: 'correct-horse-2' } })),
  ],
  'POST /api/user/me/confirm': [guarded(mine(400), () => ({ body: { password: WRONG } }))],
  'GET /api/user/me/sessions': [guarded(mine(200), () => ({}))],
  'DELETE /api/user/me/sessions': [guarded(mine(200), () => ({}), { changesCaller: true })],
  'DELETE /api/user/me/sessions/:id': [
    guarded(OWN_ALONE, async (cell) => {
      const { name, hash } = await session(cell)
      return { params: { id: name }, watch: { table: 'LoginSession', column: 'id', value: hash } }
    }),
  ],
  'POST /api/user/me/otp': [guarded(mine(400), () => ({ body: { currentPassword: WRONG } }))],
  // Nobody has begun to set it up.
  'PUT /api/user/me/otp': [guarded(mine(409), () => ({ body: { code: '123456' } }))],
  'POST /api/user/me/otp/off': [
    guarded(mine(400), () => ({ body: { currentPassword: WRONG, code: '123456' } })),
  ],
  'POST /api/user/me/otp/recovery-codes': [
    guarded(mine(400), () => ({ body: { currentPassword: WRONG, code: '123456' } })),
  ],
}
