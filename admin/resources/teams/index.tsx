import GroupsOutlined from '@mui/icons-material/GroupsOutlined'
import type { ResourceDeclaration } from '../resource.tsx'
import { lazyDialog, lazyPage } from '../../lazy/lazy.tsx'

const form = lazyDialog(() => import('./team-form.tsx').then((module) => module.TeamForm))

export const resource: ResourceDeclaration = {
  list: lazyPage(() => import('./team-list.tsx').then((module) => module.TeamList)),
  create: form,
  edit: form,
  icon: GroupsOutlined,
}
