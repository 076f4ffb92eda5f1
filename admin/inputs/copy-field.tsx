import { Box, Button, TextField } from '@mui/material'
import { useRef, useState } from 'react'
import { linkMessages } from '#domain/messages/panel-link'

type Props = {
  label: string
  help: string
  value: string
  isLong?: boolean
  /** Replaces the field's own note. */
  onCopied?: () => void
}

const words = linkMessages.embed

export const CopyField = ({ label, help, value, isLong = false, onCopied }: Props) => {
  const field = useRef<HTMLInputElement | HTMLTextAreaElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'by hand' | null>(null)

  const copy = async () => {
    setOutcome(null)
    try {
      await navigator.clipboard.writeText(value)
    } catch {
      // Denied, or missing without TLS.
      field.current?.focus()
      field.current?.select()
      setOutcome('by hand')
      return
    }
    if (onCopied) onCopied()
    else setOutcome('copied')
  }

  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'start', pt: 2 }}>
      <TextField
        label={label}
        value={value}
        multiline={isLong}
        fullWidth
        inputRef={field}
        helperText={outcome === null ? help : outcome === 'copied' ? words.copied : words.copyByHand}
        onFocus={(event) => event.target.select()}
        slotProps={{
          htmlInput: { readOnly: true, spellCheck: false },
          formHelperText: { role: 'status' },
        }}
      />
      <Button
        variant="outlined"
        aria-label={words.copyLabel(label)}
        onClick={() => void copy()}
        sx={{ minHeight: 40, flexShrink: 0 }}
      >
        {words.copy}
      </Button>
    </Box>
  )
}
