import { Box, FormControlLabel, Switch } from '@mui/material'
import { workspaceMessages } from '#domain/messages/panel-workspace'
import { AppDialog } from '../dialogs/app-dialog.tsx'
import { Fact } from '../layout/fact.tsx'
import { useShortcutsSwitch } from './use-shortcuts.ts'

const words = workspaceMessages.shortcuts

export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => {
  const [isOn, setOn] = useShortcutsSwitch()
  return (
    <AppDialog title={words.title} onClose={onClose}>
      <Box component="dl" sx={{ m: 0, mb: 4, display: 'grid', gap: 3 }}>
        {Object.entries(words.keys).map(([key, purpose]) => (
          <Fact key={key} label={purpose}>
            <kbd>{key}</kbd>
          </Fact>
        ))}
      </Box>
      <FormControlLabel
        control={<Switch checked={isOn} onChange={(_event, on) => setOn(on)} />}
        label={words.use}
      />
    </AppDialog>
  )
}
