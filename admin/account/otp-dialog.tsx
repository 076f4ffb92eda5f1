import CopyIcon from '@mui/icons-material/ContentCopy'
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import { Box, Button, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useNotify } from 'react-admin'
import { accountMessages } from '#domain/messages/panel-account'
import { AppDialog } from '../dialogs/dialogs.tsx'
import { FormDialog } from '../dialogs/form-dialog.tsx'
import type { Sending } from '../inputs/use-sending.tsx'
import { saveFile } from '../providers/files.ts'

const words = accountMessages.recovery

type Props = {
  title: string
  submit: string
  isDestructive?: boolean
  send: Sending['send']
  /** Replaces the form in the same dialog, so that the focus returns correctly. */
  codes?: string[] | null
  onClose: () => void
  children: ReactNode
}

/** The codes are shown once, so only their button closes the dialog. */
export const OtpDialog = ({ codes = null, title, submit, isDestructive, send, onClose, children }: Props) =>
  codes === null ? (
    <FormDialog
      title={title}
      submitLabel={submit}
      busyLabel={accountMessages.otp.working}
      isDestructive={isDestructive}
      failure={accountMessages.otp.failed}
      send={send}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  ) : (
    <AppDialog
      title={words.title}
      isPinned
      onClose={onClose}
      actions={
        <Button variant="contained" autoFocus onClick={onClose}>
          {words.done}
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </AppDialog>
  )

const RecoveryCodes = ({ codes }: { codes: string[] }) => {
  const notify = useNotify()
  const text = `${codes.join('\n')}\n`
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notify(words.copied, { type: 'success' }),
      () => notify(words.copyFailed, { type: 'error' }),
    )
  return (
    <>
      <Typography sx={{ mb: 3 }}>{words.note}</Typography>
      <Box component="ul" aria-label={words.list} sx={listStyle}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mt: 3 }}>
        <Button variant="outlined" startIcon={<CopyIcon />} onClick={() => void copy()}>
          {words.copy}
        </Button>
        <Button
          variant="outlined"
          startIcon={<DownloadIcon />}
          onClick={() => saveFile({ blob: new Blob([text], { type: 'text/plain' }), name: words.file })}
        >
          {words.download}
        </Button>
      </Box>
    </>
  )
}

const listStyle = {
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: 2,
  m: 0,
  p: 4,
  listStyle: 'none',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  fontFamily: 'monospace',
  fontSize: 15,
}
