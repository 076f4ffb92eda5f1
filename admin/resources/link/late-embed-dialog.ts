import { lazyDialog } from '../../late/late-dialog.tsx'

/** 'Embed app', which companies, users and the own link open alike. */
export const LateEmbedDialog = lazyDialog(() =>
  import('./embed-dialog.tsx').then((module) => module.EmbedDialog),
)
