import { Chip } from '@mui/material'
import type { SubmissionStatus } from '#domain/submission-status'
import type { Submission } from './submission.ts'

export const STATUS_COLORS = {
  new: 'primary',
  in_review: 'primary',
  documents_needed: 'warning',
  with_funder: 'primary',
  approved: 'success',
  funded: 'success',
  declined: 'error',
  withdrawn: 'inherit',
} as const satisfies Record<SubmissionStatus, string>

type Props = { submission: Pick<Submission, 'status' | 'statusName'> }

export const StatusChip = ({ submission: { status, statusName } }: Props) => {
  const color = STATUS_COLORS[status]
  return (
    <Chip
      size="small"
      variant="outlined"
      color={color === 'inherit' ? 'default' : color}
      label={statusName}
      title={statusName}
      sx={{
        maxWidth: '100%',
        height: 'auto',
        minHeight: 24,
        '& > span': { whiteSpace: 'normal', lineHeight: 1.2 },
      }}
    />
  )
}
