import { dialogMessages } from '#domain/messages/panel-dialog'
import { ConfirmDialog } from './confirm-dialog.tsx'

const words = dialogMessages

/** Asks whether what is not saved may be lost. */
export const DiscardDialog = ({ onDiscard, onStay }: { onDiscard: () => void; onStay: () => void }) => (
  <ConfirmDialog
    title={words.unsavedTitle}
    text={words.unsaved}
    confirmLabel={words.discard}
    cancelLabel={words.keepEditing}
    isDestructive
    onConfirm={onDiscard}
    onClose={onStay}
  />
)
