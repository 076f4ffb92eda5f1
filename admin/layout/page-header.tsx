import { Typography } from '@mui/material'
import { panelMessages } from '#domain/messages/panel'
import { useTitle } from '../pages/use-title.ts'

export const PageHeader = ({ title }: { title: string }) => {
  useTitle(`${title} – ${panelMessages.layout.title}`)
  return (
    <Typography variant="h1" sx={{ mb: 4, overflowWrap: 'anywhere' }}>
      {title}
    </Typography>
  )
}
