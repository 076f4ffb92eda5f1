import {
  Button,
  FormControl,
  FormControlLabel,
  FormLabel,
  MenuItem,
  Radio,
  RadioGroup,
  TextField,
} from '@mui/material'
import { useState } from 'react'
import { cashFlowMessages as words } from '#domain/messages/panel-cash-flow'
import { ROW_KINDS } from '#domain/statement-reading'
import { AppDialog } from '../../dialogs/dialogs.tsx'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useTask } from '../../providers/use-task.ts'
import { useTimelineChanged } from '../use-submission.ts'
import { useCashFlowChanges, type Row } from './use-cash-flow.ts'

export const KindDialog = ({ id, row, onClose }: { id: string; row: Row; onClose: () => void }) => {
  const { documentId, account, n, payee } = row
  const [kind, setKind] = useState(row.kind)
  const [isForAll, setForAll] = useState(false)
  const { busy, run } = useTask(words.correctFailed)
  const { show } = useCashFlowChanges(id)
  const changed = useTimelineChanged()
  const save = () =>
    run(async () => {
      const about = { id, documentId, account: account.accountEnding, kind }
      show(
        (await call(trpc.form.correctStatement.mutate({ ...about, ...(isForAll ? { payee } : { n }) }))).data,
      )
      changed()
      onClose()
    })
  return (
    <AppDialog
      title={words.correctTitle}
      onClose={onClose}
      actions={
        <Button variant="contained" aria-disabled={busy} onClick={save}>
          {words.save}
        </Button>
      }
    >
      <TextField
        select
        fullWidth
        label={words.kind}
        value={kind}
        onChange={({ target }) => setKind(ROW_KINDS.find((each) => each === target.value) ?? kind)}
        sx={{ mt: 2, mb: 4 }}
      >
        {ROW_KINDS.map((each) => (
          <MenuItem key={each} value={each}>
            {words.kinds[each]}
          </MenuItem>
        ))}
      </TextField>
      <FormControl>
        <FormLabel>{words.applies}</FormLabel>
        <RadioGroup value={String(isForAll)} onChange={(_event, value) => setForAll(value === 'true')}>
          <FormControlLabel value="false" control={<Radio />} label={words.onlyThisRow} />
          {/\p{L}/u.test(payee) && (
            <FormControlLabel value="true" control={<Radio />} label={words.allOf(payee)} />
          )}
        </RadioGroup>
      </FormControl>
    </AppDialog>
  )
}
