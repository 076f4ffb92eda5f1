import { createElement, type ComponentType } from 'react'
import { panelMessages } from '#domain/messages/panel'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx'
import { lazyModule, useLazyModule } from './late-code.ts'

/** A dialog whose code is fetched when it is opened. What is behind it stays, should that fail. */
export function lazyDialog<Props extends { onClose: () => void }>(
  fetchDialog: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const late = lazyModule(fetchDialog)
  return function LateDialog(props: Props) {
    const { state, retry, isTrying } = useLazyModule(late)
    if (state.name === 'here') return createElement(state.code, props)
    if (state.name === 'coming') return null
    return (
      <ConfirmDialog
        title={panelMessages.failures.crashTitle}
        text={panelMessages.failures.part}
        confirmLabel={isTrying ? panelMessages.layout.loading : panelMessages.table.retry}
        cancelLabel={dialogMessages.close}
        onConfirm={retry}
        onClose={props.onClose}
      />
    )
  }
}
