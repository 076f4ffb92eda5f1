import { lazyDialog } from '../late/late-dialog.tsx'

export const LateConfirmDialog = lazyDialog(() =>
  import('./confirm-password-dialog.tsx').then((module) => module.ConfirmPasswordDialog),
)
