import { lazy, Suspense } from 'react'
import type { ResourceProps } from 'react-admin'
import type { PageKey } from '#domain/pages'
import { Waiting } from '../../layout/waiting.tsx'

/** Admins alone have this page, so nobody else loads it. */
const AuditList = lazy(() => import('./audit-list.tsx').then((module) => ({ default: module.AuditList })))

const AuditPage = () => (
  <Suspense fallback={<Waiting />}>
    <AuditList />
  </Suspense>
)

const name: PageKey = 'audit'

/** The audit log. */
export const audit: ResourceProps = { name, list: AuditPage }
