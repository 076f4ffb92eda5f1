import type { ResourceProps } from 'react-admin'
import type { PageKey } from '#domain/pages'
import { CompanyList } from './company-list.tsx'

const name: PageKey = 'companies'

export const companies: ResourceProps = { name, list: CompanyList }
