import WebhookOutlined from '@mui/icons-material/WebhookOutlined'
import type { ResourceDeclaration } from '../resource.tsx'
import { lazyDialog, lazyPage } from '../../lazy/lazy.tsx'

const form = lazyDialog(() => import('./webhooks.tsx').then((module) => module.WebhookForm))

export const resource: ResourceDeclaration = {
  list: lazyPage(() => import('./webhooks.tsx').then((module) => module.WebhookList)),
  create: form,
  edit: form,
  icon: WebhookOutlined,
}
