import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import { useState } from 'react'
import { useDataProvider, useNotify, useRefresh, type RaRecord } from 'react-admin'
import type { Action } from '#domain/actions'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { panelMessages } from '#domain/messages/panel'
import type { PageKey } from '#domain/pages'
import { AlertDialog, ConfirmDialog } from '../dialogs/dialogs.tsx'
import { ApiError } from '../providers/request.ts'
import { useCanPerform } from '../providers/use-can-perform.ts'
import { RowAction } from '../table/columns.tsx'

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

type Described = Omit<DeleteDialogProps, 'resource' | 'record' | 'onClose'>

/** @returns a function that asks before it deletes, null for users who may not delete; and its dialog */
export function useDeletion<Row extends RaRecord<string>>(
  resource: PageKey,
  action: Action,
  describe: (record: Row) => Described,
) {
  const [asked, ask] = useState<Row | null>(null)
  const close = () => ask(null)
  const dialog = asked && (
    <DeleteDialog resource={resource} record={asked} {...describe(asked)} onClose={close} />
  )
  return [useCanPerform(action) ? ask : null, dialog] as const
}

type RowActionsProps<Row> = {
  of: Row
  name: string
  words: { edit: (name: string) => string; delete: (name: string) => string }
  edit: ((row: Row) => void) | null
  remove: ((row: Row) => void) | null
}

export const EditAndDelete = <Row,>({ of: row, name, words, edit, remove }: RowActionsProps<Row>) => (
  <>
    {edit && <RowAction label={words.edit(name)} icon={EditIcon} onClick={() => edit(row)} />}
    {remove && (
      <RowAction label={words.delete(name)} icon={DeleteIcon} isDestructive onClick={() => remove(row)} />
    )}
  </>
)
