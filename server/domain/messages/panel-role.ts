import { getOwn } from '../get-own.ts'
import { sharedPanelMessages } from './shared-panel.ts'

export const roleMessages = {
  empty: 'Roles say what people may see and do.',
  createFirst: 'Create a role',
  add: 'Add role',
  edit: (name: string) => `Edit ${name}`,
  show: (name: string) => `Show ${name}, which cannot be changed`,
  delete: (name: string) => `Delete ${name}`,
  shared: 'All companies',
  system: 'System role',
  createTitle: 'Create Role',
  editTitle: 'Edit Role',
  name: { label: 'Name' },
  userType: 'User type',
  userTypes: { user: 'User', company: 'Company', admin: 'Admin' },
  userTypeHelp: {
    user: 'Limited access, view only',
    company: 'Can manage its own company and employees',
    admin: 'Can do everything, in every company',
  },
  scope: 'Submissions',
  scopes: { company: 'All of the company', team: "The user's teams", own: "The user's own" },
  scopeHelp: {
    company: 'Every submission of the company',
    team: "Submissions of the user's teams, and those that their members own or whose link is a member's",
    own: 'Submissions that the user owns, and those that came by the user’s links',
  },
  company: { label: 'Company', help: 'Without a company the role is there for all of them.' },
  saved: 'Role saved',
  deleted: 'Role deleted',
  deleteTitle: 'Delete role',
  deleteQuestion: (name: string) => `Are you sure you want to delete the role "${name}"?`,
  failed: {
    create: 'Error creating role',
    update: 'Error updating role',
    delete: 'Error deleting role',
    saveLater: 'Error saving role. Please try again later.',
    deleteLater: 'Error deleting role. Please try again later.',
  },
  lock: sharedPanelMessages.roleLock,
  permissions: {
    pages: 'Pages',
    pageNames: {
      'page:users': 'Users',
      'page:companies': 'Companies',
      'page:roles': 'Roles',
      'page:teams': 'Teams',
      'page:forms': 'Submitted Forms',
      'page:links': 'Generated Links',
      'page:attachments': 'Attachments',
      'page:main': 'Main',
      'page:funders': 'Funders',
    },
    records: 'Records',
    entities: { company: 'Companies', user: 'Users', role: 'Roles', team: 'Teams', funder: 'Funders' },
    verbs: { create: 'Create', read: 'Read', update: 'Update', delete: 'Delete' },
    cell: (verb: string, entity: string) => `${verb}: ${entity}`,
    all: (what: string) => `All of ${what}`,
    legacy: 'Users and roles together',
    submissions: 'Submissions',
    submissionNames: {
      'submission:create': 'Send in applications by a program',
      'submission:update': 'Work on submissions',
      'submission:decide': 'Decide on submissions',
      'submission:reveal': 'Show full values',
      'submission:export': 'Export submissions',
      'submission:delete': 'Delete submissions for good',
    },
    deals: 'Funders and offers',
    dealNames: { 'package:send': 'Send files to funders', 'offer:update': 'Work on offers' },
    legacyNames: { 'action:create': 'Create', 'action:edit': 'Edit', 'action:delete': 'Delete' },
    types: 'Everything at once',
    typeNames: { 'userType:company': 'As a company', 'userType:admin': 'As an admin' },
    notHeld: 'Greyed out: you do not have this permission yourself, so you cannot give it.',
    adminsOnly: 'Only administrators give these. They grant every permission, within the own company.',
    typesHelp: 'Each grants every permission, within the own company.',
  },
} as const

const names: Readonly<Record<string, string>> = {
  ...roleMessages.permissions.pageNames,
  ...roleMessages.permissions.submissionNames,
  ...roleMessages.permissions.dealNames,
  ...roleMessages.permissions.typeNames,
}

/** 'company:create' → 'Create: Companies'; a permission that this version does not know stays as it is. */
export function permissionName(permission: string): string {
  const { entities, verbs, legacy, legacyNames, cell } = roleMessages.permissions
  const [entity = '', verb = ''] = permission.split(':')
  const legacyName = getOwn<string>(legacyNames, permission)
  if (legacyName !== undefined) return cell(legacyName, legacy)
  const [verbName, entityName] = [getOwn<string>(verbs, verb), getOwn<string>(entities, entity)]
  if (verbName !== undefined && entityName !== undefined) return cell(verbName, entityName)
  return getOwn(names, permission) ?? permission
}
