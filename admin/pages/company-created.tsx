import { Paper, Typography } from '@mui/material'
import { companyMessages } from '#domain/messages/panel-company'

const words = companyMessages.create

/** The heading takes the focus, as the pressed button is gone. */
export const CompanyCreated = () => (
  <Paper variant="outlined" role="status" sx={{ maxWidth: 640, p: 6 }}>
    <Typography
      variant="h2"
      color="success.main"
      ref={focus}
      tabIndex={-1}
      sx={{ mb: 2, '&:focus-visible': { outlineOffset: 4 } }}
    >
      {words.done}
    </Typography>
    <Typography>{words.redirecting}</Typography>
  </Paper>
)

const focus = (heading: HTMLElement | null): void => heading?.focus()
