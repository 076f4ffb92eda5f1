import AccountBalanceOutlined from '@mui/icons-material/AccountBalanceOutlined'
import type { ResourceDeclaration } from '../resource.tsx'
import { lazyDialog, lazyPage } from '../../lazy/lazy.tsx'

const form = lazyDialog(() => import('./funder-form.tsx').then((module) => module.FunderForm))

export const resource: ResourceDeclaration = {
  list: lazyPage(() => import('./funder-list.tsx').then((module) => module.FunderList)),
  create: form,
  edit: form,
  icon: AccountBalanceOutlined,
}
