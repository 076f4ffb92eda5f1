import { Box, Button } from '@mui/material'
import { useId, useRef, useState, type ReactNode } from 'react'
import {
  Form,
  useDataProvider,
  useLogoutIfAccessDenied,
  useNotify,
  useRefresh,
  type RaRecord,
} from 'react-admin'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { getOwn } from '#domain/get-own'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { panelMessages } from '#domain/messages/panel'
import type { PageKey } from '#domain/pages'
import { useRunConfirmed } from '../confirmation/confirmation.tsx'
import { ApiError } from '../providers/api-error.ts'
import { useFailure } from '../providers/use-failure.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { AppDialog } from './app-dialog.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { FormHandle } from './form-handle.tsx'
import { isSame, mergeValue, type Merge } from './merge-values.ts'
import { useShowSaved } from './use-show-saved.ts'
import { useUnsavedQuestion } from './use-unsaved-question.tsx'

type Props<Row> = {
  title: string
  resource: PageKey
  record: Row | null
  /** The form's values: the record's, or those of a new one. */
  toValues: (record: Row | null) => FieldValues
  /** Makes the request's body from the changes; null cancels the save. */
  transform?: (changes: FieldValues, values: FieldValues) => FieldValues | null
  /** Shown in an alert, but for invalid input that is shown at its field. */
  failed: (error: ApiError) => string
  saved: string | ((row: Row) => string)
  onClose: () => void
  confirm?: (values: FieldValues) => Promise<boolean>
  /** An upload, say, has to end first. */
  isWaiting?: boolean
  merges?: Readonly<Record<string, Merge>>
  onSaved?: (row: Row, values: FieldValues) => void | Promise<void>
  children: ReactNode
}

const words = dialogMessages

/**
 * Creates or edits a record in a dialog. react-admin's `Edit` would write over what another user has saved meanwhile:
 * this form sends only what was changed, and merges both users' changes when the server answers `stale`.
 */
export const RecordDialog = <Row extends RaRecord<string> & { updatedAt?: string }>(props: Props<Row>) => {
  const { title, resource, record, toValues, failed, saved, onClose, children } = props
  const id = useId()
  const form = useRef<UseFormReturn | null>(null)
  const [initial] = useState(() => toValues(record))
  const [stored, setStored] = useState({ row: record, values: record === null ? {} : initial })
  const [isDirty, setIsDirty] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const [problem, setProblem] = useState<'stale' | { text: string } | null>(null)
  const dataProvider = useDataProvider()
  const notify = useNotify()
  const refresh = useRefresh()
  const showSaved = useShowSaved()
  const fail = useFailure()
  const leaveIfDenied = useLogoutIfAccessDenied()
  const runConfirmed = useRunConfirmed()
  const leave = useUnsavedQuestion(isDirty, onClose)
  const busy = isSaving || props.isWaiting === true
  const close = () => {
    // A key just before Esc is not rendered yet.
    if (!isSaving) leave.close(isDirty || form.current?.control._formState.isDirty === true)
  }

  const write = async (changes: FieldValues): Promise<Row> => {
    const { row } = stored
    if (row === null) return (await dataProvider.create<Row>(resource, { data: changes })).data
    const data = { ...changes, id: row.id, updatedAt: row.updatedAt }
    return (await dataProvider.update<Row>(resource, { id: row.id, data, previousData: row })).data
  }

  const submit = async (values: FieldValues) => {
    const changes = findChanges(stored.values, values)
    const body = props.transform === undefined ? changes : props.transform(changes, values)
    if (body === null || busy) return undefined
    setIsSaving(true)
    try {
      if (props.confirm && !(await props.confirm(values))) return undefined
      const row = await runConfirmed(() => write(body))
      showSaved(resource, row)
      await props.onSaved?.(row, values)
      notify(typeof saved === 'string' ? saved : saved(row), { type: 'success' })
      refresh()
      leave.done()
      onClose()
      return undefined
    } catch (error) {
      return await explain(error)
    } finally {
      setIsSaving(false)
    }
  }

  const explain = async (error: unknown): Promise<Record<string, string> | undefined> => {
    if (!(error instanceof ApiError)) return void (await fail(error, panelMessages.failures.unexpected))
    if (await leaveIfDenied(error)) return undefined
    if (error.code === 'stale') return void setProblem('stale')
    const fields = toFieldErrors(error, (name) => form.current?.control._names.mount.has(name) ?? false)
    if (error.status !== 400 || Object.keys(fields).length === 0) setProblem({ text: failed(error) })
    return fields
  }

  const merge = async () => {
    setProblem(null)
    if (record === null || form.current === null) return
    try {
      const { data } = await dataProvider.getOne<Row>(resource, { id: record.id })
      const [mine, theirs] = [form.current.getValues(), toValues(data)]
      form.current.reset(theirs)
      for (const [name, value] of Object.entries(mine)) {
        const their: unknown = getOwn(theirs, name)
        const merged = mergeValue(getOwn(stored.values, name), value, their, getOwn(props.merges ?? {}, name))
        if (merged !== their) form.current.setValue(name, merged, { shouldDirty: true })
      }
      setStored({ row: data, values: theirs })
    } catch (error) {
      await fail(error, panelMessages.failures.unexpected)
    }
  }

  return (
    <>
      <AppDialog
        title={title}
        onClose={close}
        actions={
          <>
            <Button color="inherit" aria-disabled={isSaving} onClick={close}>
              {words.cancel}
            </Button>
            <Button type="submit" form={id} variant="contained" aria-disabled={busy}>
              {isSaving ? words.saving : words.save}
            </Button>
          </>
        }
      >
        <Form id={id} defaultValues={initial} onSubmit={submit} noValidate disableInvalidFormNotification>
          <FormHandle formRef={form} onDirty={setIsDirty} />
          {/* Room for the first label, which stands on its field's border. */}
          <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, pt: 2 }}>{children}</Box>
        </Form>
      </AppDialog>
      {leave.question}
      {problem === 'stale' && (
        <ConfirmDialog
          title={words.staleTitle}
          text={words.stale}
          confirmLabel={words.loadTheirs}
          cancelLabel={words.keepEditing}
          onConfirm={() => void merge()}
          onClose={() => setProblem(null)}
        />
      )}
      {problem !== null && problem !== 'stale' && (
        <AlertDialog title={words.notSavedTitle} text={problem.text} onClose={() => setProblem(null)} />
      )}
    </>
  )
}

const findChanges = (stored: FieldValues, values: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => value !== undefined && !isSame(value, getOwn(stored, name)))
      .map(([name, value]) => [name, value ?? (typeof getOwn(stored, name) === 'string' ? '' : null)]),
  )

/** 'members.2' is shown at 'members'. An error without an input would keep the form from being sent again. */
const toFieldErrors = ({ fields }: ApiError, isInput: (name: string) => boolean): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, sentence]) => {
      const input = [name, name.split('.')[0] ?? ''].find(isInput)
      return input === undefined ? [] : [[input, sentence] as const]
    }),
  )
