import { Typography } from '@mui/material'
import { useEffect } from 'react'
import { panelMessages } from '#domain/messages/panel'

/** A page's one heading, also the browser tab's title. */
export const PageHeader = ({ title }: { title: string }) => {
  useEffect(() => {
    document.title = `${title} – ${panelMessages.layout.title}`
  }, [title])
  return (
    <Typography variant="h1" sx={{ mb: 4 }}>
      {title}
    </Typography>
  )
}
