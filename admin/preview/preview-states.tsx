import { Box, Button, Skeleton, Typography } from '@mui/material'
import { submissionMessages } from '#domain/messages/panel-submission'
import { panelMessages } from '#domain/messages/panel'

/** Grey paper in the place of what is still on its way. */
export const PreviewLoading = () => (
  <Box aria-busy>
    <span className="visually-hidden" role="status">
      {submissionMessages.preview.loading}
    </span>
    <Skeleton variant="rounded" sx={{ width: '100%', height: 'auto', aspectRatio: '8.5 / 11' }} />
  </Box>
)

type FailedProps = { text: string; detail?: string; onRetry?: () => void }

/** Why there is nothing to see. */
export const PreviewFailed = ({ text, detail, onRetry }: FailedProps) => (
  <Box role="alert">
    <Typography>{text}</Typography>
    {detail !== undefined && (
      <Typography variant="body2" color="text.secondary">
        {detail}
      </Typography>
    )}
    {onRetry && (
      <Button variant="outlined" onClick={onRetry} sx={{ mt: 3 }}>
        {panelMessages.table.retry}
      </Button>
    )}
  </Box>
)
