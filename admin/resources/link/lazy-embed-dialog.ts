import { lazyDialog } from '../../lazy/lazy-dialog.tsx'

/** 'Embed app', which companies, users and the own link open alike. */
export const LazyEmbedDialog = lazyDialog(() =>
  import('./embed-dialog.tsx').then((module) => module.EmbedDialog),
)
