import type { ResourceProps } from 'react-admin'
import type { PageKey } from '#domain/pages'
import { UserList } from './user-list.tsx'

const name: PageKey = 'users'

export const users: ResourceProps = { name, list: UserList }
