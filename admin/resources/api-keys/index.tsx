import KeyOutlined from '@mui/icons-material/KeyOutlined'
import type { ResourceDeclaration } from '../resource.tsx'
import { lazyDialog, lazyPage } from '../../lazy/lazy.tsx'

export const apiKeys: ResourceDeclaration = {
  list: lazyPage(() => import('./api-key-list.tsx').then((module) => module.ApiKeyList)),
  create: lazyDialog(() => import('./api-key-form.tsx').then((module) => module.ApiKeyForm)),
  icon: KeyOutlined,
  recordRepresentation: 'name',
}
