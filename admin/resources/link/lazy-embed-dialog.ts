import { lazyDialog } from '../../lazy/lazy-dialog.tsx'

export const LazyEmbedDialog = lazyDialog(() =>
  import('./embed-dialog.tsx').then((module) => module.EmbedDialog),
)
