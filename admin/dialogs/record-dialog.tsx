import { Box, Button } from '@mui/material'
import { useId, useRef, useState, type ReactNode } from 'react'
import { Form, useNotify, useRefresh } from 'react-admin'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { getOwn } from '#domain/get-own'
import { dialogMessages } from '#domain/messages/panel-dialog'
import type { PageKey } from '#domain/pages'
import { AlertDialog } from './alert-dialog.tsx'
import { AppDialog } from './app-dialog.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DiscardDialog } from './discard-dialog.tsx'
import { FormHandle } from './form-handle.tsx'
import { mergeValues, type Merge } from './merge-values.ts'
import { isReady, useSaveRecord, type Failed, type StoredRecord } from './use-save-record.ts'
import { useUnsavedQuestion } from './use-unsaved-question.ts'

export type RecordDialogProps<Row extends StoredRecord> = {
  title: string
  resource: PageKey
  /** null: a new record is made */
  record: Row | null
  /** The record as the form's fields, or the fields of a new one. */
  valuesOf: (record: Row | null) => FieldValues
  /** What the fields come to as the body of the call, only what the call takes; null: saving is silently left undone. */
  bodyOf: (values: FieldValues) => Record<string, unknown> | null
  /**
   * Said in an alert when saving fails, but for input whose field says it all. `reason` is the server's sentence, or
   * that it could not be reached.
   */
  failed: Failed
  /** Said once it is saved. */
  saved: string | ((row: Row) => string)
  saveLabel?: string
  onClose: () => void
  /** Asked with what the fields hold before they are saved: false leaves them unsaved. */
  agree?: (values: FieldValues) => Promise<boolean>
  /** Something that saving has to wait for is under way. */
  isWaiting?: boolean
  /** For fields in which two people may change different parts. */
  merges?: Readonly<Record<string, Merge>>
  /** After saving, with what the fields held; the dialog closes by itself. */
  onSaved?: (row: Row, values: FieldValues) => void | Promise<void>
  children: ReactNode
}

const words = dialogMessages

/**
 * A record in a modal, to be made or changed: the server's refusals land on their fields, two people's changes are
 * brought together instead of written over, and what is not saved is asked about.
 */
export const RecordDialog = <Row extends StoredRecord>(props: RecordDialogProps<Row>) => {
  const { title, resource, record, valuesOf, bodyOf, failed, saved, saveLabel, onClose, onSaved, children } =
    props
  const id = useId()
  const form = useRef<UseFormReturn | null>(null)
  const [initial] = useState(() => valuesOf(record))
  /** As both had it, should somebody else save first. */
  const [base, setBase] = useState(initial)
  const [isDirty, setIsDirty] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const busy = isSaving || props.isWaiting === true
  const notify = useNotify()
  const refresh = useRefresh()
  const leave = useUnsavedQuestion(isDirty, onClose)
  const isField = (name: string) => form.current?.control._names.mount.has(name) ?? false
  const { save, problem, dismiss, takeOver } = useSaveRecord<Row>({ resource, record, failed, isField })

  /** What is being saved is not to be left: the dialog closes by itself, and nobody else's in its place. */
  const ask = () => {
    if (!isSaving) leave.ask()
  }

  const submit = async (values: FieldValues) => {
    const body = bodyOf(values)
    if (body === null || busy) return undefined
    setIsSaving(true)
    try {
      if (props.agree && !(await props.agree(values))) return undefined
      const result = await save(body)
      if (!isReady(result)) return result?.fields
      // Until the dialog is gone it stays busy: a second press would make a second record.
      await onSaved?.(result.row, values)
      notify(typeof saved === 'string' ? saved : saved(result.row), { type: 'success' })
      refresh()
      leave.done()
      onClose()
      return undefined
    } finally {
      setIsSaving(false)
    }
  }

  const loadTheirs = async () => {
    const row = await takeOver()
    if (row === null || form.current === null) return
    const theirs = valuesOf(row)
    const merged = mergeValues(base, form.current.getValues(), theirs, props.merges)
    form.current.reset(theirs)
    for (const [name, value] of Object.entries(merged)) {
      if (value !== getOwn(theirs, name)) form.current.setValue(name, value, { shouldDirty: true })
    }
    setBase(theirs)
  }

  return (
    <>
      <AppDialog
        title={title}
        onClose={ask}
        actions={
          <>
            <Button color="inherit" aria-disabled={isSaving} onClick={ask}>
              {words.cancel}
            </Button>
            <Button type="submit" form={id} variant="contained" aria-disabled={busy}>
              {isSaving ? words.saving : (saveLabel ?? words.save)}
            </Button>
          </>
        }
      >
        <Form id={id} defaultValues={initial} onSubmit={submit} noValidate disableInvalidFormNotification>
          <FormHandle formRef={form} onDirty={setIsDirty} />
          {/* Room for the first label, which stands on its field's border. */}
          <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, pt: 2 }}>{children}</Box>
        </Form>
      </AppDialog>
      {leave.isAsking && <DiscardDialog onDiscard={leave.discard} onStay={leave.stay} />}
      {problem?.kind === 'stale' && (
        <ConfirmDialog
          title={words.staleTitle}
          text={words.stale}
          confirmLabel={words.loadTheirs}
          cancelLabel={words.keepEditing}
          onConfirm={() => void loadTheirs()}
          onClose={dismiss}
        />
      )}
      {problem?.kind === 'failed' && (
        <AlertDialog title={words.notSavedTitle} text={problem.text} onClose={dismiss} />
      )}
    </>
  )
}
