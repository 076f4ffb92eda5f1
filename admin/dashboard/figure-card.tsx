import { Box, Card, Typography } from '@mui/material'
import { useId, type ReactNode } from 'react'

type Props = { title: string; help?: string; aside?: ReactNode; children: ReactNode }

export const FigureCard = ({ title, help, aside, children }: Props) => {
  const id = useId()
  return (
    <Card component="section" variant="outlined" aria-labelledby={id} sx={{ p: 4, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 2 }}>
        <Typography id={id} variant="h2" sx={{ mr: 'auto' }}>
          {title}
        </Typography>
        {aside}
      </Box>
      {help !== undefined && (
        <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
          {help}
        </Typography>
      )}
      {children}
    </Card>
  )
}
