import WebhookOutlined from '@mui/icons-material/WebhookOutlined'
import type { ResourceDeclaration } from '../resource.tsx'
import { lazyDialog, lazyPage } from '../../lazy/lazy.tsx'

const form = lazyDialog(() => import('./webhook-form.tsx').then((module) => module.WebhookForm))

export const webhooks: ResourceDeclaration = {
  list: lazyPage(() => import('./webhook-list.tsx').then((module) => module.WebhookList)),
  create: form,
  edit: form,
  icon: WebhookOutlined,
  recordRepresentation: 'url',
}
