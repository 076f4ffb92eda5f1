import AdminPanelSettingsOutlined from '@mui/icons-material/AdminPanelSettingsOutlined'
import type { ResourceDeclaration } from '../resource.tsx'
import { lazyDialog, lazyPage } from '../../lazy/lazy.tsx'

const form = lazyDialog(() => import('./roles.tsx').then((module) => module.RoleForm))

export const resource: ResourceDeclaration = {
  list: lazyPage(() => import('./roles.tsx').then((module) => module.RoleList)),
  create: form,
  edit: form,
  icon: AdminPanelSettingsOutlined,
}
