import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { panelMessages } from '#domain/messages/panel'
import { useTitle } from '../pages/use-title.ts'

/** `children` stand at the right. */
export const PageHeader = ({ title, children }: { title: string; children?: ReactNode }) => {
  useTitle(`${title} – ${panelMessages.layout.title}`)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 4 }}>
      <Typography variant="h1" sx={{ mb: 4, minWidth: 0, overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}
