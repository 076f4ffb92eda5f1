import PersonOutlined from '@mui/icons-material/PersonOutlined'
import type { ResourceDeclaration } from '../resource.tsx'
import { lazyDialog, lazyPage } from '../../lazy/lazy.tsx'

const form = lazyDialog(() => import('./user-form.tsx').then((module) => module.UserForm))

export const resource: ResourceDeclaration = {
  list: lazyPage(() => import('./user-list.tsx').then((module) => module.UserList)),
  create: form,
  edit: form,
  icon: PersonOutlined,
}
