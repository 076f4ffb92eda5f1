import { Skeleton } from '@mui/material'
import { type ReactNode, useState } from 'react'
import {
  useDataProvider,
  useGetOne,
  useNotify,
  useRefresh,
  useResourceContext,
  type RaRecord,
} from 'react-admin'
import { createFormControl, type FieldValues } from 'react-hook-form'
import { useParams } from 'react-router'
import { getOwn } from '#domain/get-own'
import { dialogMessages as words } from '#domain/messages/panel-dialog'
import { panelMessages } from '#domain/messages/panel'
import { useRunConfirmed } from '../confirmation/run-confirmed.ts'
import { Failed } from '../layout/page-parts.tsx'
import { ApiError } from '../providers/request.ts'
import { useTask } from '../providers/use-task.ts'
import { AlertDialog, AppDialog, ConfirmDialog } from './dialogs.tsx'
import { FormDialog, UnsavedQuestion } from './form-dialog.tsx'
import { isSame, type Merge, mergeValue } from './merge-values.ts'

type Body = FieldValues | null

type Props<Row> = {
  /** `edit` also while the record loads. */
  titles: { create: string; edit: string; of?: (record: Row) => string }
  toValues: (record: Row | null) => FieldValues
  /** Returns the request's body; null cancels the save. */
  transform?: (changes: FieldValues, values: FieldValues, record: Row | null) => Body | Promise<Body>
  /** The alert's text. Invalid input is shown at its field instead. */
  failed: (error: ApiError, record: Row | null) => string
  saved: string | ((row: Row, before: Row | null) => string)
  onClose: () => void
  /** A page instead of a dialog; it stays after a save. */
  isPage?: boolean
  /** Prevents saving, for example during an upload. */
  isWaiting?: boolean
  merges?: Readonly<Record<string, Merge>>
  onSaved?: (row: Row, values: FieldValues) => void | Promise<void>
  /** Replaces the form after the save; without a result the dialog closes. */
  renderSaved?: (row: Row) => ReactNode
  /** Replaces the form of a record that the user may not change. */
  renderLocked?: (record: Row) => ReactNode
  children: (record: Row | null) => ReactNode
}

type Saved = RaRecord<string> & { updatedAt?: string }

/** Creates a record, or edits the one in the address. */
export const RecordDialog = <Row extends Saved>(props: Props<Row>) => {
  const { id } = useParams()
  return id === undefined ? <RecordForm {...props} record={null} /> : <StoredRecord {...props} id={id} />
}

/** The cache holds records from before the last save: as lists have read them, or a dialog that was just closed. */
const AS_IT_IS_NOW = { gcTime: 0, retry: false, refetchOnReconnect: false, refetchOnWindowFocus: false }

/** Keeps the form's first record, whatever is refetched. */
const StoredRecord = <Row extends Saved>({ id, ...props }: Props<Row> & { id: string }) => {
  const params = { id, meta: { isForForm: true } }
  const { data, error, isFetching, refetch } = useGetOne<Row>(
    useResourceContext() ?? '',
    params,
    AS_IT_IS_NOW,
  )
  const [held, hold] = useState<Row | null>(null)
  if (held === null && data && !isFetching) hold(data)
  if (held !== null) return props.renderLocked?.(held) || <RecordForm {...props} record={held} />
  return (
    <AppDialog title={props.titles.edit} isPage={props.isPage} onClose={props.onClose}>
      {error && !isFetching ? (
        <Failed text={panelMessages.failures.record} detail={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton role="status" aria-label={panelMessages.layout.loading} variant="rounded" height={240} />
      )}
    </AppDialog>
  )
}

/**
 * react-admin's own save would overwrite what another user saved in the meantime. This form sends only the changed fields
 * and merges both users' changes when the server answers `stale`.
 */
const RecordForm = <Row extends Saved>(props: Props<Row> & { record: Row | null }) => {
  const { titles, record, toValues, saved } = props
  const resource = useResourceContext() ?? ''
  const [{ formControl }] = useState(() => createFormControl<FieldValues>())
  const [initial] = useState(() => toValues(record))
  const [stored, setStored] = useState({ row: record, values: record === null ? {} : initial })
  const [result, setResult] = useState<ReactNode>(null)
  const [problem, setProblem] = useState<ApiError | null>(null)
  const dataProvider = useDataProvider()
  const notify = useNotify()
  const refresh = useRefresh()
  const { run } = useTask(panelMessages.failures.unexpected)
  const runConfirmed = useRunConfirmed()

  const write = async (changes: FieldValues): Promise<Row> => {
    const { row } = stored
    if (row === null) return (await dataProvider.create<Row>(resource, { data: changes })).data
    const data = { ...changes, id: row.id, updatedAt: row.updatedAt }
    return (await dataProvider.update<Row>(resource, { id: row.id, data, previousData: row })).data
  }

  const submit = async (values: FieldValues) => {
    const changes = findChanges(stored.values, values)
    const body = props.transform ? await props.transform(changes, values, stored.row) : changes
    if (body === null) return undefined
    try {
      const row = await runConfirmed(() => write(body))
      await props.onSaved?.(row, values)
      notify(typeof saved === 'string' ? saved : saved(row, record), { type: 'success' })
      refresh()
      const next = props.renderSaved?.(row) || null
      if (props.isPage) setStored({ row, values: toValues(row) })
      formControl.reset(props.isPage ? toValues(row) : values)
      setResult(next)
      if (next === null && !props.isPage) props.onClose()
      return undefined
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const fields = toFieldErrors(error, (name) => formControl.control._names.mount.has(name))
      if (error.status !== 400 || Object.keys(fields).length === 0) setProblem(error)
      return fields
    }
  }

  const merge = async () => {
    setProblem(null)
    if (record === null) return
    const { data } = await dataProvider.getOne<Row>(resource, { id: record.id })
    const [mine, theirs] = [formControl.getValues(), toValues(data)]
    formControl.reset(theirs)
    for (const [name, value] of Object.entries(mine)) {
      const their: unknown = getOwn(theirs, name)
      const merged = mergeValue(getOwn(stored.values, name), value, their, getOwn(props.merges ?? {}, name))
      if (merged !== their) formControl.setValue(name, merged, { shouldDirty: true })
    }
    setStored({ row: data, values: theirs })
  }

  if (result !== null) return result
  return (
    <>
      <FormDialog
        title={record === null ? titles.create : (titles.of?.(record) ?? titles.edit)}
        submitLabel={words.save}
        busyLabel={words.saving}
        isWaiting={props.isWaiting}
        isPage={props.isPage}
        formControl={formControl}
        defaultValues={initial}
        noValidate
        failure={panelMessages.failures.unexpected}
        send={submit}
        onClose={props.onClose}
      >
        <UnsavedQuestion />
        {props.children(stored.row)}
      </FormDialog>
      {problem?.code === 'stale' && (
        <ConfirmDialog
          title={words.staleTitle}
          text={words.stale}
          confirmLabel={words.loadTheirs}
          cancelLabel={words.keepEditing}
          onConfirm={() => run(merge)}
          onClose={() => setProblem(null)}
        />
      )}
      {problem !== null && problem.code !== 'stale' && (
        <AlertDialog
          title={words.notSavedTitle}
          text={props.failed(problem, record)}
          onClose={() => setProblem(null)}
        />
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

/** 'members.2' is shown at 'members'. An error without an input would block further submits. */
const toFieldErrors = ({ fields }: ApiError, isInput: (name: string) => boolean): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, sentence]) => {
      const input = [name, name.split('.')[0] ?? ''].find(isInput)
      return input === undefined ? [] : [[input, sentence] as const]
    }),
  )
