import LinkOutlined from '@mui/icons-material/LinkOutlined'
import type { ResourceDeclaration } from '../resource.tsx'
import { lazyDialog, lazyPage } from '../../lazy/lazy.tsx'

/** Creates the link if the user or company has none. */
export const EmbedDialog = lazyDialog(() => import('./embed-dialog.tsx').then((module) => module.EmbedDialog))

export const resource: ResourceDeclaration = {
  list: lazyPage(() => import('./link-list.tsx').then((module) => module.LinkList)),
  create: lazyDialog(() => import('./embed-dialog.tsx').then((module) => module.OwnLinkDialog)),
  edit: lazyDialog(() => import('./link-form.tsx').then((module) => module.LinkForm)),
  show: lazyDialog(() => import('./embed-dialog.tsx').then((module) => module.LinkDialog)),
  icon: LinkOutlined,
}
