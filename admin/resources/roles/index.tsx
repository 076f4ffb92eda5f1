import AdminPanelSettingsOutlined from '@mui/icons-material/AdminPanelSettingsOutlined'
import type { ResourceDeclaration } from '../resource.tsx'
import { lazyDialog, lazyPage } from '../../lazy/lazy.tsx'

const form = lazyDialog(() => import('./role-form.tsx').then((module) => module.RoleForm))

export const roles: ResourceDeclaration = {
  list: lazyPage(() => import('./role-list.tsx').then((module) => module.RoleList)),
  create: form,
  edit: form,
  icon: AdminPanelSettingsOutlined,
  recordRepresentation: 'name',
}
