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

/** Read off the table of actions by trying it. */
export function describeNeeds(needs: Needs): string {
  if (typeof needs !== 'string') return `Needs ${anyOf(needs)}.`
  const allows = (userType: UserType, limited?: true) =>
    canPerform({ isAdmin: limited === true, userType, permissions: ['page:forms'], limited }, needs)
  const user = permissionsFor(needs, { isAdmin: false, userType: 'user' })
  const key = permissionsFor(needs, { isAdmin: true, userType: 'admin', limited: true })
  const ways = [user, allows('company') && !allows('user') && 'a role of the type company'].filter(Boolean)
  const byPerson =
    ways.length > 0 ? `Needs ${ways.join(', or ')}.` : allows('user') ? 'For every user.' : 'For admins.'
  const byKey = key ? `An API key needs ${key}.` : allows('admin', true) ? '' : 'Takes no API key.'
  return key !== '' && key === user ? byPerson : `${byPerson} ${byKey}`.trim()
}

/** Empty where no permission is needed, or none is enough. */
function permissionsFor(needs: Action, holder: Omit<PermissionHolder, 'permissions'>): string {
  const allows = (...permissions: Permission[]) => canPerform({ ...holder, permissions }, needs)
  const [single, besides] = [
    GRANTED.filter((one) => allows(one)),
    GRANTED.filter((one) => allows('page:forms', one)),
  ]
  if (allows() || besides.length === 0) return ''
  return single.length > 0 ? anyOf(single) : `\`page:forms\` and ${anyOf(besides)}`
}

const anyOf = (permissions: readonly Permission[]): string =>
  permissions.map((each) => `\`${each}\``).join(' or ')
