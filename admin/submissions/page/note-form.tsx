import { Autocomplete, Box, Button, TextField } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useStore } from 'react-admin'
import { flushSync } from 'react-dom'
import { LIMITS } from '#domain/limits'
import { beginMention } from '#domain/mentions'
import { workspaceMessages } from '#domain/messages/panel-workspace'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useTask } from '../../providers/use-task.ts'
import { useTimelineChanged } from '../use-submission.ts'

const words = workspaceMessages.noteForm

/** A field of several lines can be no combobox, but names the chosen suggestion. */
const IN_TEXT = { role: undefined, 'aria-expanded': undefined }

/** An unsaved text stays while the user looks at other submissions. */
export const NoteForm = ({ id }: { id: string }) => {
  const [text, setText] = useStore(`note.${id}`, '')
  /** Where the name of a mention is being typed; null: nowhere. */
  const [caret, setCaret] = useState<number | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const { busy, run } = useTask(words.failed)
  const changed = useTimelineChanged()
  const mention = caret === null ? null : beginMention(text.slice(0, caret))
  const { data: names = [] } = useQuery({
    queryKey: ['readers', id],
    queryFn: async () => (await call(trpc.form.deskChoices.query({ id }))).data.readers,
    enabled: mention !== null,
    select: (readers) => [...new Set(readers.map(({ name }) => name))],
  })
  const typed = mention?.name.toLowerCase() ?? ''
  const offered =
    mention === null || names.some((name) => typed.startsWith(`${name.toLowerCase()} `))
      ? []
      : names.filter((name) => name.toLowerCase().startsWith(typed)).slice(0, LIMITS.mentionsOffered)

  const save = () =>
    run(async () => {
      if (text.trim() === '') return
      await call(trpc.form.addNote.mutate({ id, text }))
      setText('')
      changed()
    })
  /** Puts a text in the place of `from` to `to`, and the caret behind it. */
  const put = (inserted: string, from: number, to: number, isMention: boolean) => {
    const end = from + inserted.length
    flushSync(() => {
      setText(text.slice(0, from) + inserted + text.slice(to))
      setCaret(isMention ? end : null)
    })
    field.current?.focus()
    field.current?.setSelectionRange(end, end)
  }
  const startMention = () => {
    const at = field.current?.selectionStart ?? text.length
    put(at === 0 || /\s$/.test(text.slice(0, at)) ? '@' : ' @', at, at, true)
  }
  return (
    <Box
      component="form"
      className="not-printed"
      sx={{ mb: 4 }}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Autocomplete
        autoHighlight
        clearOnBlur={false}
        selectOnFocus={false}
        handleHomeEndKeys={false}
        forcePopupIcon={false}
        disablePortal
        open={offered.length > 0}
        options={offered}
        filterOptions={(names) => names}
        value={null}
        inputValue={text}
        onInputChange={(_event, value, reason) => {
          if (reason !== 'input') return
          setText(value)
          setCaret(field.current?.selectionStart ?? null)
        }}
        onChange={(_event, name, reason) => {
          if (reason === 'selectOption' && mention && caret !== null && name !== null)
            put(`@${name} `, mention.at, caret, false)
        }}
        onClose={() => setCaret(null)}
        // Without suggestions the keys move in the text.
        onKeyDown={(event) => {
          if (offered.length === 0) event.defaultMuiPrevented = true
        }}
        renderInput={({ inputProps, ...params }) => (
          <TextField
            {...params}
            label={words.label}
            helperText={words.help}
            name="note"
            inputRef={field}
            onKeyDown={({ key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey) && save()}
            slotProps={{ htmlInput: { ...inputProps, ...IN_TEXT, maxLength: LIMITS.noteLength } }}
            multiline
            minRows={2}
            maxRows={12}
          />
        )}
      />
      <Box sx={{ display: 'flex', gap: 2, mt: 2 }}>
        <Button type="submit" variant="contained" aria-disabled={busy || text.trim() === ''}>
          {busy ? words.saving : words.save}
        </Button>
        <Button onClick={startMention}>{words.mention}</Button>
      </Box>
    </Box>
  )
}
