import GavelIcon from '@mui/icons-material/GavelOutlined'
import { Box, Button, Chip, Typography } from '@mui/material'
import { useState } from 'react'
import { submissionMessages } from '#domain/messages/panel-submission'
import { ConfirmDialog } from '../../dialogs/confirm-dialog.tsx'
import { dateTime } from '../../format.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { HoldDialog } from './hold-dialog.tsx'
import type { OpenedSubmission } from './submission.ts'
import { useHold } from './use-hold.ts'

type Props = { submission: OpenedSubmission; onChanged: () => void }

const words = submissionMessages.hold

/** What keeps the submission from being destroyed. */
export const SubmissionHold = ({ legalHold, timeZone }: OpenedSubmission) =>
  legalHold !== null && (
    <Box sx={rowStyle}>
      <Chip color="warning" variant="outlined" icon={<GavelIcon fontSize="small" />} label={words.badge} />
      <Box sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
        {legalHold.reason !== '' && <Typography>{legalHold.reason}</Typography>}
        <Typography variant="body2" color="text.secondary">
          {words.since(dateTime(legalHold.at, timeZone), legalHold.by)}
        </Typography>
      </Box>
    </Box>
  )

/** The way to put it on hold and back. */
export const HoldButton = ({ submission: { id, legalHold }, onChanged }: Props) => {
  const mayHold = useCanPerform('submission.hold')
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const { busy, put, lift } = useHold(id, () => {
    close()
    onChanged()
  })
  if (!mayHold) return null
  return (
    <>
      <Button variant="outlined" size="small" onClick={() => setAsking(true)} sx={{ minHeight: 36 }}>
        {legalHold === null ? words.put : words.lift}
      </Button>
      {isAsking && legalHold === null && <HoldDialog busy={busy} onPut={put} onClose={close} />}
      {isAsking && legalHold !== null && (
        <ConfirmDialog
          title={words.liftTitle}
          text={words.liftText}
          confirmLabel={words.lift}
          busy={busy}
          onConfirm={lift}
          onClose={close}
        />
      )}
    </>
  )
}

const rowStyle = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mt: 4 }
