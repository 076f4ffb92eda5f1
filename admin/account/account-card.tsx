import { Paper, Typography } from '@mui/material'
import { useId, type ReactNode } from 'react'

export const AccountCard = ({
  title,
  note,
  children,
}: {
  title: string
  note: string
  children: ReactNode
}) => {
  const id = useId()
  return (
    <Paper variant="outlined" component="section" aria-labelledby={id} sx={{ p: { xs: 4, sm: 5 } }}>
      <Typography variant="h2" id={id}>
        {title}
      </Typography>
      <Typography color="text.secondary" sx={{ mb: 4 }}>
        {note}
      </Typography>
      {children}
    </Paper>
  )
}
