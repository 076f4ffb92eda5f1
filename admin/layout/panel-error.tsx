import { Box, Button, Typography } from '@mui/material'
import { panelMessages } from '#domain/messages/panel'
import { PageHeader } from './page-header.tsx'

export const PanelError = () => (
  <Box role="alert" sx={{ p: 6 }}>
    <PageHeader title={panelMessages.failures.crashTitle} />
    <Typography sx={{ mb: 4 }}>{panelMessages.failures.crash}</Typography>
    <Button variant="contained" onClick={() => window.location.reload()}>
      {panelMessages.table.retry}
    </Button>
  </Box>
)
