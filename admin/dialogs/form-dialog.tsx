import { Box, Button } from '@mui/material'
import { useCallback, useEffect, type ReactNode } from 'react'
import { Form, type FormProps } from 'react-admin'
import { useFormContext, useFormState, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { useBeforeUnload, useBlocker } from 'react-router'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { AppDialog, ConfirmDialog, DialogBody, DialogButtons } from './dialogs.tsx'

export type FieldErrors = Readonly<Record<string, string>>

/** @returns errors by the names of their inputs */
type Submit = (values: FieldValues) => unknown

type Props = Pick<FormProps, 'defaultValues' | 'noValidate'> & {
  title: string
  submitLabel: string
  /** Prevents a second submit. */
  busy: boolean
  /** Prevents closing; default: while busy. */
  isPinned?: boolean
  isDestructive?: boolean
  onSubmit: Submit
  onClose: () => void
  children: ReactNode
}

const EMPTY = {}

/** `Form`, as react-admin's SimpleForm passes `noValidate` on to a DOM element, which React reports. */
export const FormDialog = ({ title, busy, onSubmit, onClose, children, ...props }: Props) => {
  const { submitLabel, isPinned = busy, isDestructive = false, ...form } = props
  return (
    <AppDialog title={title} isPinned={isPinned} isForm onClose={onClose}>
      <Form
        {...form}
        record={EMPTY}
        onSubmit={(values: FieldValues) => (busy ? undefined : onSubmit(values))}
        disableInvalidFormNotification
      >
        <DialogBody>
          {/* Room for the first label, which stands on its field's border. */}
          <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, pt: 2 }}>{children}</Box>
        </DialogBody>
        <DialogButtons>
          <Button color="inherit" aria-disabled={isPinned} onClick={isPinned ? undefined : onClose}>
            {dialogMessages.cancel}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={isDestructive ? 'error' : 'primary'}
            aria-disabled={busy}
          >
            {submitLabel}
          </Button>
        </DialogButtons>
      </Form>
    </AppDialog>
  )
}

/** Gives the component around a form its methods. */
export const FormHandle = ({ formRef }: { formRef: { current: UseFormReturn | null } }) => {
  const context = useFormContext()
  useEffect(() => {
    formRef.current = context
  }, [formRef, context])
  return null
}

/**
 * Asks before a form's unsaved changes are left for another page and, in the browser's own words, before the tab is closed.
 * react-admin's `warnWhenUnsavedChanges` asks by `window.confirm`.
 */
export const UnsavedQuestion = () => {
  const { control } = useFormContext()
  const { isDirty } = useFormState()
  const blocker = useBlocker(({ currentLocation: { pathname }, nextLocation: next }) => {
    // A user whose session has ended has to leave. A key just before Esc is not rendered yet.
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
