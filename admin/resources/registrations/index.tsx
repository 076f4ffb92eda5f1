import VerifiedOutlined from '@mui/icons-material/VerifiedOutlined'
import type { ResourceDeclaration } from '../resource.tsx'
import { lazyPage } from '../../lazy/lazy.tsx'

export const resource: ResourceDeclaration = {
  list: lazyPage(() => import('./registration-list.tsx').then((module) => module.RegistrationList)),
  icon: VerifiedOutlined,
  recordRepresentation: 'reference',
}
