import { getOwn } from '../get-own.ts'
import type { Permission } from '../permissions.ts'

export const apiKeyMessages = {
  empty: 'API keys let your other systems, such as a CRM, read submissions and work on them.',
  docs: 'Read how to use them',
  add: 'Create API key',
  name: 'Name',
  company: { label: 'Company', help: 'Without a company the key reaches all of them.' },
  allCompanies: 'All companies',
  permissions: 'What the key may do',
  permissionsNeeded: 'Choose at least one',
  expires: 'Expires',
  days: (days: number) => (days === 0 ? 'Never' : `In ${days} days`),
  addresses: {
    label: 'Accepted from',
    help: 'IP addresses or ranges like 192.0.2.0/24. None: from everywhere.',
  },
  origins: {
    label: 'Web pages that may use it',
    help: 'Addresses like https://crm.example.com. None: servers only.',
  },
  saved: 'API key created',
  failed: (reason: string) => `The API key could not be created. ${reason}`,
  made: 'Copy your API key',
  madeText: 'This is the only time it is shown. Keep it as safe as a password.',
  key: 'API key',
  keyHelp: 'Send it in the header Authorization: Bearer …',
  revoke: (name: string) => `Revoke ${name}`,
  revokeTitle: 'Revoke API key',
  revokeText: (name: string) => `Whatever uses "${name}" is refused from now on. This cannot be undone.`,
  revoked: 'API key revoked',
  revokeFailed: 'The API key could not be revoked. Try again.',
} as const

/** In the order of their use; `page:` opens the same as `:read`. */
export const KEY_PERMISSION_NAMES = {
  'page:forms': 'See submissions, sensitive values masked, and documents',
  'submission:create': 'Send in applications and their documents, for a form of your own',
  'submission:update': 'Work on submissions: status, notes, requests, documents',
  'submission:decide': 'Approve, fund, decline and withdraw submissions',
  'submission:reveal': 'See SSNs, tax IDs, birth dates and signatures in full, and search by number',
  'submission:export': 'Export submissions and statements as CSV',
  'package:send': 'Send files to funders and take them back',
  'offer:update': 'Enter, change and choose offers',
  'page:funders': 'See funders and their report, and trace copies',
  'funder:create': 'Create funders',
  'funder:update': 'Change funders',
  'funder:delete': 'Delete funders',
  'page:links': 'See, make and close links',
  'page:main': 'See the dashboard',
  'page:companies': 'See companies',
  'company:create': 'Create companies',
  'company:update': 'Change companies and their webhooks',
  'company:delete': 'Delete companies',
  'page:teams': 'See teams',
  'team:create': 'Create teams',
  'team:update': 'Change teams',
  'team:delete': 'Delete teams',
  'page:users': 'See users',
  'user:create': 'Create users',
  'user:update': 'Change users, but not how they sign in or what they may do',
  'page:roles': 'See roles',
  'role:create': 'Create roles',
  'role:update': 'Rename roles',
  'role:delete': 'Delete roles',
} as const satisfies Partial<Record<Permission, string>>

export const KEY_CHOICES = Object.entries(KEY_PERMISSION_NAMES).map(([id, name]) => ({ id, name }))

export const keyPermissionName = (permission: string): string =>
  getOwn<string>(KEY_PERMISSION_NAMES, permission) ?? permission
