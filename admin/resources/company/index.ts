import type { ResourceProps } from 'react-admin'
import type { PageKey } from '#domain/pages'
import { lazyPage } from '../../lazy/lazy-page.tsx'

const CompanyList = lazyPage(() => import('./company-list.tsx').then((module) => module.CompanyList))

const name: PageKey = 'companies'

export const companies: ResourceProps = { name, list: CompanyList }
