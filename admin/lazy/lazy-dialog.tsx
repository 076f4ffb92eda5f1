import type { FunctionComponent } from 'react'
import { panelMessages } from '#domain/messages/panel'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx'
import { lazyComponent } from './lazy-component.tsx'

type Closable = { onClose: () => void }

export const lazyDialog = <Props extends Closable>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> => lazyComponent(load, null, DialogFailed)

const DialogFailed = ({ onClose, onRetry }: Closable & { onRetry: () => void }) => (
  <ConfirmDialog
    title={panelMessages.failures.crashTitle}
    text={panelMessages.failures.part}
    confirmLabel={panelMessages.table.retry}
    cancelLabel={dialogMessages.close}
    onConfirm={onRetry}
    onClose={onClose}
  />
)
