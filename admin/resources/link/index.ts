import type { ResourceProps } from 'react-admin'
import type { PageKey } from '#domain/pages'
import { lazyPage } from '../../lazy/lazy-page.tsx'

const LinkList = lazyPage(() => import('./link-list.tsx').then((module) => module.LinkList))

const name: PageKey = 'links'

export const links: ResourceProps = { name, list: LinkList }
