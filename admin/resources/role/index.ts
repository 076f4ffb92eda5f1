import type { ResourceProps } from 'react-admin'
import type { PageKey } from '#domain/pages'
import { lazyPage } from '../../lazy/lazy-page.tsx'

const RoleList = lazyPage(() => import('./role-list.tsx').then((module) => module.RoleList))

const name: PageKey = 'roles'

export const roles: ResourceProps = { name, list: RoleList }
