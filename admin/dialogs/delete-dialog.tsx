import { useState } from 'react'
import { useDataProvider, useNotify, useRefresh, type RaRecord } from 'react-admin'
import { panelMessages } from '#domain/messages/panel'
import type { PageKey } from '#domain/pages'
import { ApiError } from '../providers/api-error.ts'
import { useFailure } from '../providers/use-failure.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = {
  resource: PageKey
  record: RaRecord<string>
  title: string
  /** A question that names the thing. */
  text: string
  /** Said in an alert when it fails. */
  failed: (error: ApiError) => string
  /** Said once it is done. */
  deleted: string
  onClose: () => void
}

/** Asks, then deletes the record. */
export const DeleteDialog = ({ resource, record, title, text, failed, deleted, onClose }: Props) => {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const dataProvider = useDataProvider()
  const notify = useNotify()
  const refresh = useRefresh()
  const fail = useFailure()

  const run = async () => {
    setBusy(true)
    try {
      await dataProvider.delete(resource, { id: record.id, previousData: record })
      notify(deleted, { type: 'success' })
      refresh()
      onClose()
    } catch (error) {
      if (error instanceof ApiError && error.status !== 401) setProblem(failed(error))
      else await fail(error, panelMessages.failures.unexpected)
    } finally {
      setBusy(false)
    }
  }

  if (problem !== null) return <AlertDialog title={title} text={problem} onClose={onClose} />
  return (
    <ConfirmDialog
      title={title}
      text={text}
      confirmLabel={panelMessages.dialog.delete}
      isDestructive
      busy={busy}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  )
}
