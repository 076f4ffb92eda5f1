import { Box, Button, Menu, MenuItem, TextField } from '@mui/material'
import { useState } from 'react'
import { useStore } from 'react-admin'
import { LIMITS } from '#domain/limits'
import { workspaceMessages } from '#domain/messages/panel-workspace'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useTask } from '../../providers/use-task.ts'
import { useTimelineChanged } from './use-timeline.ts'

const words = workspaceMessages.noteForm
type Menued = { anchor: HTMLElement; names: string[] }

/** A text that is not saved yet stays while its user looks at other submissions. */
export const NoteForm = ({ id }: { id: string }) => {
  const [text, setText] = useStore(`note.${id}`, '')
  const [menu, setMenu] = useState<Menued | null>(null)
  const { busy, run } = useTask(words.failed)
  const changed = useTimelineChanged()
  const save = () =>
    run(async () => {
      if (text.trim() === '') return
      await call(trpc.form.addNote.mutate({ id, text }))
      setText('')
      changed()
    })
  const askWhom = (anchor: HTMLElement) =>
    run(async () => {
      const { users } = (await call(trpc.form.deskChoices.query({ id }))).data
      setMenu({ anchor, names: [...new Set(users.map(({ name }) => name))] })
    })
  const mention = (name: string) => {
    setText(`${text}${text === '' || /\s$/.test(text) ? '' : ' '}@${name} `)
    setMenu(null)
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
      <TextField
        label={words.label}
        helperText={words.help}
        name="note"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey) && save()}
        slotProps={{ htmlInput: { maxLength: LIMITS.noteLength } }}
        fullWidth
        multiline
        minRows={2}
        maxRows={12}
      />
      <Box sx={{ display: 'flex', gap: 2, mt: 2 }}>
        <Button type="submit" variant="contained" aria-disabled={busy || text.trim() === ''}>
          {busy ? words.saving : words.save}
        </Button>
        <Button aria-haspopup="menu" onClick={({ currentTarget }) => askWhom(currentTarget)}>
          {words.mention}
        </Button>
      </Box>
      {menu && (
        <Menu open anchorEl={menu.anchor} onClose={() => setMenu(null)}>
          {menu.names.map((name) => (
            <MenuItem key={name} onClick={() => mention(name)}>
              {name}
            </MenuItem>
          ))}
        </Menu>
      )}
    </Box>
  )
}
