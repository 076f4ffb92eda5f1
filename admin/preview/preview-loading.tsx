import { Box, Skeleton } from '@mui/material'
import { submissionMessages } from '#domain/messages/panel-submission'

export const PreviewLoading = () => (
  <Box aria-busy>
    <span className="visually-hidden" role="status">
      {submissionMessages.preview.loading}
    </span>
    <Skeleton variant="rounded" sx={{ width: '100%', height: 'auto', aspectRatio: '8.5 / 11' }} />
  </Box>
)
