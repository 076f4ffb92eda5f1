import { useState } from 'react'
import { useDataProvider, useLogoutIfAccessDenied, useNotify, useRefresh, type RaRecord } from 'react-admin'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { panelMessages } from '#domain/messages/panel'
import type { PageKey } from '#domain/pages'
import { AlertDialog, ConfirmDialog } from '../dialogs/dialogs.tsx'
import { ApiError } from '../providers/request.ts'

type DeleteDialogProps = {
  resource: PageKey
  record: RaRecord<string>
  title: string
  text: string
  failed: (error: ApiError) => string
  confirmLabel?: string
  deleted: string | ((answer: Record<string, unknown>) => string)
  /** Shows `deleted` in an alert, not as a notification. */
  isDoneInAlert?: boolean
  /** Called instead of `onClose` after the deletion. */
  onDeleted?: () => void
  onClose: () => void
}

export const DeleteDialog = (props: DeleteDialogProps) => {
  const { resource, record, title, text, failed, deleted, isDoneInAlert = false } = props
  const { onClose, onDeleted = onClose } = props
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<string | null>(null)
  const dataProvider = useDataProvider()
  const notify = useNotify()
  const refresh = useRefresh()
  const leaveIfDenied = useLogoutIfAccessDenied()

  const done = (answer: Record<string, unknown>) => {
    const text = typeof deleted === 'string' ? deleted : deleted(answer)
    if (isDoneInAlert) return setOutcome(text)
    notify(text, { type: 'success' })
    onDeleted()
  }
  const run = async () => {
    setBusy(true)
    try {
      done((await dataProvider.delete(resource, { id: record.id, previousData: record })).data)
    } catch (error) {
      if (await leaveIfDenied(error)) return
      setOutcome(failed(error instanceof ApiError ? error : UNUSABLE))
    } finally {
      setBusy(false)
    }
    // Another user may have changed or deleted it.
    refresh()
  }

  if (outcome !== null) return <AlertDialog title={title} text={outcome} onClose={onClose} />
  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirmLabel={props.confirmLabel ?? dialogMessages.delete}
      isDestructive
      busy={busy}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  )
}

const UNUSABLE = new ApiError(500, panelMessages.failures.unexpected)
