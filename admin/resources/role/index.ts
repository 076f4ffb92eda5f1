import type { ResourceProps } from 'react-admin'
import type { PageKey } from '#domain/pages'
import { RoleList } from './role-list.tsx'

const name: PageKey = 'roles'

/** Role Management. */
export const roles: ResourceProps = { name, list: RoleList }
