import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined'
import type { ResourceDeclaration } from '../resource.tsx'
import { lazyPage } from '../../lazy/lazy.tsx'

export const resource: ResourceDeclaration = {
  list: lazyPage(() => import('./audit-list.tsx').then((module) => module.AuditList)),
  icon: FactCheckOutlined,
  recordRepresentation: 'objectName',
}
