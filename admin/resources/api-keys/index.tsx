import KeyOutlined from '@mui/icons-material/KeyOutlined'
import type { ResourceDeclaration } from '../resource.tsx'
import { lazyDialog, lazyPage } from '../../lazy/lazy.tsx'

export const resource: ResourceDeclaration = {
  list: lazyPage(() => import('./api-keys.tsx').then((module) => module.ApiKeyList)),
  create: lazyDialog(() => import('./api-keys.tsx').then((module) => module.ApiKeyForm)),
  icon: KeyOutlined,
}
