import type { ResourceProps } from 'react-admin'
import type { PageKey } from '#domain/pages'
import { RoleList } from './role-list.tsx'

const name: PageKey = 'roles'

export const roles: ResourceProps = { name, list: RoleList }
