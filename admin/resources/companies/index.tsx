import BusinessOutlined from '@mui/icons-material/BusinessOutlined'
import type { ResourceDeclaration } from '../resource.tsx'
import { lazyDialog, lazyPage } from '../../lazy/lazy.tsx'

const form = lazyDialog(() => import('./company-form.tsx').then((module) => module.CompanyForm))

export const resource: ResourceDeclaration = {
  list: lazyPage(() => import('./company-list.tsx').then((module) => module.CompanyList)),
  page: lazyPage(() => import('./company-page.tsx').then((module) => module.CompanyPage)),
  create: form,
  edit: form,
  icon: BusinessOutlined,
}
