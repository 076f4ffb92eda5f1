import { Box, Skeleton } from '@mui/material'
import { submissionMessages } from '#domain/messages/panel-submission'

/** Grey paper in the place of what is still on its way. */
export const PreviewLoading = () => (
  <Box aria-busy>
    <span className="visually-hidden" role="status">
      {submissionMessages.preview.loading}
    </span>
    <Skeleton variant="rounded" sx={{ width: '100%', height: 'auto', aspectRatio: '8.5 / 11' }} />
  </Box>
)
