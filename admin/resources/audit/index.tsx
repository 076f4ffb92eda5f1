import type { ResourceProps } from 'react-admin'
import type { PageKey } from '#domain/pages'
import { lazyPage } from '../../lazy/lazy-page.tsx'

/** Admins alone have this page, so nobody else loads it. */
const AuditPage = lazyPage(() => import('./audit-list.tsx').then((module) => module.AuditList))

const name: PageKey = 'audit'

/** The audit log. */
export const audit: ResourceProps = { name, list: AuditPage }
