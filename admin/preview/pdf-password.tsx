import { Box, Button, TextField, Typography } from '@mui/material'
import { submissionMessages } from '#domain/messages/panel-submission'
import type { SubmitEvent } from 'react'

type Props = { isWrong: boolean; busy: boolean; onEnter: (password: string) => void }

const words = submissionMessages.preview

/** The password stays in this browser and is not stored. */
export const PdfPassword = ({ isWrong, busy, onEnter }: Props) => {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = new FormData(event.currentTarget).get('pdf-password')
    if (!busy && typeof password === 'string' && password !== '') onEnter(password)
  }
  return (
    <Box component="form" onSubmit={submit} aria-busy={busy}>
      <Typography sx={{ mb: 4 }}>{words.locked}</Typography>
      <Box sx={{ display: 'flex', gap: 3, alignItems: 'start', flexWrap: 'wrap' }}>
        <TextField
          name="pdf-password"
          type="password"
          size="small"
          autoFocus
          autoComplete="off"
          label={words.password}
          error={isWrong && !busy}
          helperText={isWrong && !busy ? <span role="alert">{words.wrongPassword}</span> : ' '}
          sx={{ flex: '1 1 220px' }}
        />
        <Button type="submit" variant="contained" aria-disabled={busy} sx={{ minHeight: 40 }}>
          {busy ? words.unlocking : words.unlock}
        </Button>
      </Box>
    </Box>
  )
}
