import type { ResourceProps } from 'react-admin'
import type { PageKey } from '#domain/pages'
import { LinkList } from './link-list.tsx'

const name: PageKey = 'links'

export const links: ResourceProps = { name, list: LinkList }
