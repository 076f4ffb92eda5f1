import { Box, Button, DialogActions, DialogContent, Paper } from '@mui/material'
import { useCallback, useEffect, type ComponentProps, type ReactNode } from 'react'
import { Form, type FormProps } from 'react-admin'
import { useFormContext, useFormState, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { useBeforeUnload, useBlocker } from 'react-router'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { useSending, type Sending } from '../inputs/use-sending.tsx'
import { PageHeader } from '../layout/page-parts.tsx'
import { AppDialog, ConfirmDialog } from './dialogs.tsx'

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
export const FormDialog = ({ title, submitLabel, onClose, children, send, failure, ...props }: Props) => {
  const { busyLabel = submitLabel, isWaiting = false, isDestructive = false, isPage, ...form } = props
  const { busy, handle, submit } = useSending({ send, failure })
  return (
    <Frame title={title} isPinned={busy} isForm isPage={isPage} onClose={onClose}>
      <Form
        {...form}
        record={EMPTY_RECORD}
        onSubmit={(values: FieldValues) => (isWaiting ? undefined : submit(values))}
        disableInvalidFormNotification
      >
        <FormHandle formRef={handle} />
        <DialogContent>
          {/* Room for the first label, which overlaps its field's border. */}
          <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3, pt: 2 }}>{children}</Box>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" aria-disabled={busy} onClick={busy ? undefined : onClose}>
            {dialogMessages.cancel}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={isDestructive ? 'error' : 'primary'}
            aria-disabled={busy || isWaiting}
          >
            {busy ? busyLabel : submitLabel}
          </Button>
        </DialogActions>
      </Form>
    </Frame>
  )
}

type FrameProps = ComponentProps<typeof AppDialog> & { isPage: boolean | undefined }

/** A dialog, or the same as a page. */
export const Frame = ({ isPage = false, ...dialog }: FrameProps) =>
  isPage ? (
    <>
      <PageHeader title={dialog.title} />
      <Paper variant="outlined" sx={pageStyle}>
        {dialog.isForm ? dialog.children : <DialogContent>{dialog.children}</DialogContent>}
      </Paper>
    </>
  ) : (
    <AppDialog {...dialog} />
  )

/** Tabs and buttons stay in view. */
const pageStyle = {
  maxWidth: 880,
  pt: 3,
  '& .MuiDialogContent-root': { overflow: 'visible' },
  '& .MuiDialogActions-root': {
    position: 'sticky',
    bottom: 0,
    zIndex: 2,
    backgroundColor: 'background.paper',
  },
}

/** Gives the component around a form its methods. */
export const FormHandle = ({ formRef }: { formRef: { current: UseFormReturn | null } }) => {
  const context = useFormContext()
  useEffect(() => {
    formRef.current = context
  }, [formRef, context])
  return null
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
