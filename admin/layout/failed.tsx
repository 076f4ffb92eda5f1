import { Box, Button, Typography } from '@mui/material'
import { panelMessages } from '#domain/messages/panel'

type Props = { text: string; detail?: string; onRetry?: () => void }

/** In the place of what could not be had: what happened, and another try where that may help. */
export const Failed = ({ text, detail, onRetry }: Props) => (
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
