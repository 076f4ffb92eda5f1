import { lateDialog } from '../late/late-dialog.tsx'

export const LateConfirmDialog = lateDialog(() =>
  import('./confirm-password-dialog.tsx').then((module) => module.ConfirmPasswordDialog),
)
