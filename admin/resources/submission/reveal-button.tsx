import { Button, type SxProps } from '@mui/material'
import { submissionMessages } from '#domain/messages/panel-submission'
import type { useReveal } from './use-reveal.ts'

const words = submissionMessages.list

type Props = { values: ReturnType<typeof useReveal>; variant?: 'text' | 'outlined'; sx?: SxProps }

/** 'Show full values', and back. */
export const RevealButton = ({ values: { full, busy, reveal, hide }, variant, sx }: Props) => (
  <Button variant={variant} onClick={full ? hide : reveal} aria-disabled={busy} sx={sx}>
    {busy ? words.revealing : full ? words.masked : words.reveal}
  </Button>
)
