import { canPerform, type Action } from '#domain/actions'
import {
  PERMISSIONS,
  TYPE_PERMISSIONS,
  type Permission,
  type PermissionHolder,
  type UserType,
} from '#domain/permissions'

/** An action, or one of several permissions. */
export type Needs = Action | readonly Permission[]

/** Of calls that are no procedures. */
export const RAW_NEEDS: readonly (readonly [call: string, Needs])[] = [
  ['post /documents/form-submission/{submissionId}', 'submission.update'],
  ['post /documents/upload', 'submission.create'],
  ['get /documents/document/{id}', 'submission.list'],
  ['get /documents/form-submission/{submissionId}/zip', 'submission.list'],
  ['get /form/pdf/{id}', 'submission.list'],
  ['get /form/export', 'submission.export'],
  ['get /form/export/zip', 'submission.export'],
  ['get /audit/export', 'audit.list'],
]

const GRANTED = PERMISSIONS.filter((permission) => !TYPE_PERMISSIONS.some((type) => type === permission))

/** Whether some API key may do this. */
export const takesKeys = (needs: Needs): boolean =>
  typeof needs !== 'string' ||
  canPerform({ isAdmin: true, userType: 'admin', permissions: PERMISSIONS, limited: true }, needs)

/** Read off the table of actions by trying it. */
export function describeNeeds(needs: Needs): string {
  if (typeof needs !== 'string') return `Needs ${anyOf(needs)}.`
  const allows = (userType: UserType) =>
    canPerform({ isAdmin: false, userType, permissions: ['page:forms'] }, needs)
  const user = permissionsFor(needs, { isAdmin: false, userType: 'user' })
  const key = permissionsFor(needs, { isAdmin: true, userType: 'admin', limited: true })
  const ways = [user, allows('company') && !allows('user') && 'a role of the type company'].filter(Boolean)
  const byPerson =
    ways.length > 0 ? `Needs ${ways.join(', or ')}.` : allows('user') ? 'For every user.' : 'For admins.'
  const byKey = key ? `An API key needs ${key}.` : takesKeys(needs) ? '' : 'Takes no API key.'
  return key !== '' && key === user ? byPerson : `${byPerson} ${byKey}`.trim()
}

/** Empty where no permission is needed, or all of them are not enough. */
function permissionsFor(needs: Action, holder: Omit<PermissionHolder, 'permissions'>): string {
  const allows = (permissions: readonly Permission[]) => canPerform({ ...holder, permissions }, needs)
  if (allows([]) || !allows(GRANTED)) return ''
  const required = GRANTED.filter((one) => !allows(GRANTED.filter((other) => other !== one)))
  const others = allows(required) ? [] : GRANTED.filter((one) => allows([...required, one]))
  return [...required.map((one) => anyOf([one])), ...(others.length > 0 ? [anyOf(others)] : [])].join(' and ')
}

const anyOf = (permissions: readonly Permission[]): string =>
  permissions.map((each) => `\`${each}\``).join(' or ')
