import { Alert, Box, Button } from '@mui/material'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { roleMessages } from '#domain/messages/panel-role'
import type { RoleLock } from '#domain/role-lock'
import { AppDialog } from '../../dialogs/app-dialog.tsx'
import { Fact } from '../../layout/fact.tsx'
import { PermissionMatrix } from './permission-matrix.tsx'
import type { Role } from './role.ts'

const words = roleMessages

export const LockedRole = ({ role, lock, onClose }: { role: Role; lock: RoleLock; onClose: () => void }) => (
  <AppDialog
    title={role.name}
    isToBeRead
    onClose={onClose}
    actions={
      <Button variant="contained" onClick={onClose}>
        {dialogMessages.close}
      </Button>
    }
  >
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Alert severity="info" variant="outlined">
        {words.lock[lock]}
      </Alert>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 4 }}>
        <Fact label={words.userType}>{words.userTypes[role.userType]}</Fact>
        <Fact label={words.company}>{role.company?.nameOut ?? words.shared}</Fact>
      </Box>
      <PermissionMatrix value={role.permissions} onChange={null} />
    </Box>
  </AppDialog>
)
