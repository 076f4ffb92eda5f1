import BookmarkIcon from '@mui/icons-material/BookmarkBorder'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import {
  Box,
  Button,
  Checkbox,
  FormControlLabel,
  IconButton,
  List,
  ListItem,
  ListItemButton,
  ListItemText,
  TextField,
} from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useListContext } from 'react-admin'
import { useNavigate } from 'react-router'
import { LIMITS } from '#domain/limits'
import { submissionListMessages } from '#domain/messages/panel-submission-list'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useTask } from '../../providers/use-task.ts'
import { PopoverButton } from '../../table/filters.tsx'

const words = submissionListMessages.views
const KEY = ['savedViews']

type Views = Awaited<ReturnType<typeof trpc.form.views.query>>['data']
type Saved = Parameters<typeof trpc.form.createView.mutate>[0]

/** Like react-admin's SavedQueriesList, whose queries stay in one browser; these are stored on the server. */
export const SavedViews = () => (
  <PopoverButton label={words.open} title={words.open} icon={<BookmarkIcon fontSize="small" />}>
    {(close) => <Views onChosen={close} />}
  </PopoverButton>
)

const Views = ({ onChosen }: { onChosen: () => void }) => {
  const { filterValues, sort } = useListContext()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { busy, run } = useTask(words.failed)
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const { data: views = [] } = useQuery({
    queryKey: KEY,
    queryFn: async () => (await call(trpc.form.views.query())).data,
  })

  const change = (work: () => Promise<unknown>) =>
    run(async () => {
      await work()
      await queries.invalidateQueries({ queryKey: KEY })
    })
  const save = () =>
    change(async () => {
      const { q: _q, ...filter } = filterValues
      // The server checks filter and sort.
      const view = { name, shared, filter, sort: [sort.field, sort.order] } as Saved
      await call(trpc.form.createView.mutate(view))
      setName('')
    })
  const show = ({ filter, sort: [field, order] }: Views[number]) => {
    onChosen()
    const query = new URLSearchParams({ filter: JSON.stringify(filter), sort: field, order, page: '1' })
    void navigate(`/admin/forms?${query}`)
  }
  return (
    <Box sx={{ width: 300, maxWidth: '100%' }}>
      <List dense disablePadding aria-label={words.open}>
        {views.length === 0 && <ListItemText secondary={words.none} />}
        {views.map((view) => (
          <ListItem
            key={view.id}
            disablePadding
            sx={{ flexWrap: 'wrap' }}
            secondaryAction={
              view.canChange && (
                <IconButton
                  size="small"
                  aria-label={words.delete(view.name)}
                  disabled={busy}
                  onClick={() => change(() => call(trpc.form.deleteView.mutate({ id: view.id })))}
                >
                  <DeleteIcon fontSize="small" />
                </IconButton>
              )
            }
          >
            <ListItemButton
              disabled={view.stopped}
              onClick={() => show(view)}
              sx={{ minHeight: 44, '&.Mui-disabled': { opacity: 1 } }}
            >
              <ListItemText
                primary={view.name}
                secondary={view.shared && words[view.stopped ? 'stopped' : 'sharedBy'](view.owner.name)}
              />
            </ListItemButton>
            {view.stopped && (
              <Button
                size="small"
                disabled={busy}
                aria-label={`${words.takeOver}: ${view.name}`}
                onClick={() => change(() => call(trpc.form.takeOverView.mutate({ id: view.id })))}
                sx={{ ml: 2 }}
              >
                {words.takeOver}
              </Button>
            )}
          </ListItem>
        ))}
      </List>
      <Box sx={{ display: 'grid', gap: 2, mt: 3 }}>
        <TextField
          label={words.name}
          size="small"
          value={name}
          onChange={(event) => setName(event.target.value)}
          helperText={words.help}
          slotProps={{ htmlInput: { maxLength: LIMITS.viewNameLength } }}
        />
        <FormControlLabel
          label={words.share}
          control={<Checkbox size="small" checked={shared} onChange={() => setShared(!shared)} />}
        />
        <Button variant="outlined" disabled={busy || name.trim() === ''} onClick={save}>
          {words.save}
        </Button>
      </Box>
    </Box>
  )
}
