import { Box } from '@mui/material'
import { useCallback, useId, type ReactNode } from 'react'
import { Form, type FormProps } from 'react-admin'
import { useFormContext, useFormState, type FieldValues } from 'react-hook-form'
import { useBeforeUnload, useBlocker } from 'react-router'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { useSending, type Sending } from '../inputs/use-sending.tsx'
import { AppDialog, Choice, ConfirmDialog } from './dialogs.tsx'

type Props = Pick<FormProps, 'defaultValues' | 'noValidate'> &
  Sending & {
    title: string
    submitLabel: string
    /** The button's text while the form is sent. */
    busyLabel?: string
    /** Prevents a submit, but not closing. */
    isWaiting?: boolean
    isDestructive?: boolean
    isPage?: boolean
    onClose: () => void
    children: ReactNode
  }

export const EMPTY_RECORD = {}

/** `Form`, as react-admin's SimpleForm passes `noValidate` on to a DOM element, which React reports. */
export const FormDialog = ({ title, submitLabel, busyLabel = submitLabel, children, ...props }: Props) => {
  const id = useId()
  const { busy, formControl, submit } = useSending(props)
  return (
    <AppDialog
      title={title}
      isPinned={busy}
      isPage={props.isPage}
      actions={<Choice {...props} form={id} busy={busy} confirmLabel={busy ? busyLabel : submitLabel} />}
      onClose={props.onClose}
    >
      <Form
        id={id}
        formControl={formControl}
        defaultValues={props.defaultValues}
        noValidate={props.noValidate}
        record={EMPTY_RECORD}
        onSubmit={(values: FieldValues) => (props.isWaiting ? undefined : submit(values))}
        disableInvalidFormNotification
      >
        {/* Room for the first label, which overlaps its field's border. */}
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, pt: 2 }}>{children}</Box>
      </Form>
    </AppDialog>
  )
}

/** Asks before unsaved changes are lost. react-admin's `warnWhenUnsavedChanges` asks by `window.confirm`. */
export const UnsavedQuestion = () => {
  const { control } = useFormContext()
  const { isDirty } = useFormState()
  const blocker = useBlocker(({ currentLocation: { pathname }, nextLocation: next }) => {
    // A user whose session has ended must be able to leave. The last key before Esc is not rendered yet.
    const isLeft = next.pathname.startsWith('/admin/') && next.pathname !== pathname
    return isLeft && control._formState.isDirty
  })
  useBeforeUnload(useCallback((event) => isDirty && event.preventDefault(), [isDirty]))
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      title={dialogMessages.unsavedTitle}
      text={dialogMessages.unsaved}
      confirmLabel={dialogMessages.discard}
      cancelLabel={dialogMessages.keepEditing}
      isDestructive
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    />
  )
}
