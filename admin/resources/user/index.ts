import type { ResourceProps } from 'react-admin'
import type { PageKey } from '#domain/pages'
import { lazyPage } from '../../lazy/lazy-page.tsx'

const UserList = lazyPage(() => import('./user-list.tsx').then((module) => module.UserList))

const name: PageKey = 'users'

export const users: ResourceProps = { name, list: UserList }
