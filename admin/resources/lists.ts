import type { FunctionComponent } from 'react'
import type { ResourceProps } from 'react-admin'
import { PAGES, type PageKey } from '#domain/pages'
import { lazyPage } from '../lazy/lazy-page.tsx'
import { SubmissionList } from './submission/submission-list.tsx'
import { submissionRoute } from './submission/submission-route.tsx'

/** The lists besides the submissions, each loaded when it is opened. */
const LISTS: Record<Exclude<PageKey, 'forms'>, () => Promise<FunctionComponent>> = {
  companies: async () => (await import('./company/company-list.tsx')).CompanyList,
  teams: async () => (await import('./team/team-list.tsx')).TeamList,
  users: async () => (await import('./user/user-list.tsx')).UserList,
  roles: async () => (await import('./role/role-list.tsx')).RoleList,
  links: async () => (await import('./link/link-list.tsx')).LinkList,
  registrations: async () => (await import('./registration/registration-list.tsx')).RegistrationList,
  'api-keys': async () => (await import('./api-key/api-key-list.tsx')).ApiKeyList,
  webhooks: async () => (await import('./webhook/webhook-list.tsx')).WebhookList,
  audit: async () => (await import('./audit/audit-list.tsx')).AuditList,
}

/** One for each page of #domain/pages, named by its key. */
export const RESOURCES: ResourceProps[] = PAGES.map(({ key }) =>
  key === 'forms'
    ? { name: key, list: SubmissionList, children: submissionRoute }
    : { name: key, list: lazyPage(LISTS[key]) },
)
