import { Box, Button, Typography } from '@mui/material'
import { panelMessages } from '#domain/messages/panel'

type Props = { text: string; detail?: string; onRetry?: () => void }

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
