import { Box, Button, TextField, Typography } from '@mui/material'
import { useState, type FormEvent } from 'react'
import { isRecord, toText } from '#domain/json'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { traceMessages as words } from '#domain/messages/panel-trace'
import { AppDialog } from '../../dialogs/dialogs.tsx'
import { dateTime } from '../../format.ts'
import { ApiError, requestData } from '../../providers/request.ts'
import { useTask } from '../../providers/use-task.ts'

type Traced = { funder: string; copyNumber: string; sentAt: string }
type Answer = { found: Traced } | { problem: string }

async function trace(given: File | string): Promise<Traced | null> {
  const options = { method: 'POST', ...(typeof given === 'string' ? numberBody(given) : fileBody(given)) }
  const { json } = await requestData('/api/package/trace', options)
  if (!isRecord(json)) return null
  return { funder: toText(json.funder), copyNumber: toText(json.copyNumber), sentAt: toText(json.sentAt) }
}

const numberBody = (copyNumber: string) => ({
  body: JSON.stringify({ copyNumber }),
  headers: { 'content-type': 'application/json' },
})

function fileBody(file: File) {
  const body = new FormData()
  body.set('file', file)
  return { body }
}

export const TraceDialog = ({ onClose }: { onClose: () => void }) => {
  const [number, setNumber] = useState('')
  const [answer, setAnswer] = useState<Answer | null>(null)
  const { busy, run } = useTask(words.failed)

  const ask = (given: File | string, unknown: string) => {
    setAnswer(null)
    run(async () => {
      try {
        const found = await trace(given)
        setAnswer(found ? { found } : { problem: unknown })
      } catch (error) {
        if (!(error instanceof ApiError && [400, 413, 429].includes(error.status))) throw error
        setAnswer({ problem: error.message })
      }
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (number.trim() !== '') ask(number, words.unknownNumber)
  }
  return (
    <AppDialog
      title={words.title}
      onClose={onClose}
      actions={
        <Button variant="contained" onClick={onClose}>
          {dialogMessages.close}
        </Button>
      }
    >
      <Box sx={{ display: 'grid', gap: 4 }}>
        <Typography>{words.help}</Typography>
        <TextField
          type="file"
          label={words.file}
          fullWidth
          onClick={({ target }) => target instanceof HTMLInputElement && (target.value = '')}
          onChange={({ target }) => {
            const file = target instanceof HTMLInputElement ? target.files?.[0] : undefined
            if (file) ask(file, words.unknownFile)
          }}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { accept: '.pdf,.jpg,.jpeg,.png' } }}
        />
        <Box component="form" onSubmit={submit} sx={{ display: 'flex', gap: 2, alignItems: 'start' }}>
          <TextField
            label={words.number}
            placeholder={words.numberExample}
            value={number}
            fullWidth
            onChange={({ target }) => setNumber(target.value)}
            slotProps={{ htmlInput: { autoComplete: 'off', spellCheck: false, maxLength: 100 } }}
          />
          <Button type="submit" variant="outlined" aria-disabled={busy} sx={{ flexShrink: 0 }}>
            {words.trace}
          </Button>
        </Box>
        <Box role="status" sx={{ minHeight: 48 }}>
          {busy && <Typography>{words.busy}</Typography>}
          {answer && 'problem' in answer && <Typography color="error">{answer.problem}</Typography>}
          {answer && 'found' in answer && (
            <>
              <Typography variant="h3">{words.sentTo(answer.found.funder)}</Typography>
              <Typography>{words.details(dateTime(answer.found.sentAt), answer.found.copyNumber)}</Typography>
            </>
          )}
        </Box>
      </Box>
    </AppDialog>
  )
}
