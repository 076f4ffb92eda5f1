import { Alert, Box, Button, Typography } from '@mui/material'
import { panelMessages } from '#domain/messages/panel'
import { roleMessages } from '#domain/messages/panel-role'
import type { RoleLock } from '#domain/role-lock'
import { AppDialog } from '../../dialogs/app-dialog.tsx'
import { PermissionMatrix } from './permission-matrix.tsx'
import type { Role } from './role.ts'

const words = roleMessages

/** A role that is not the user's to change: what it gives, and why it stays so. */
export const LockedRole = ({ role, lock, onClose }: { role: Role; lock: RoleLock; onClose: () => void }) => (
  <AppDialog
    title={role.name}
    isToBeRead
    onClose={onClose}
    actions={
      <Button variant="contained" onClick={onClose}>
        {panelMessages.dialog.close}
      </Button>
    }
  >
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Alert severity="info" variant="outlined">
        {words.lock[lock]}
      </Alert>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '120px 1fr', rowGap: 1 }}>
        <Fact name={words.userType} value={words.userTypes[role.userType]} />
        <Fact name={words.company} value={role.company?.nameOut ?? words.shared} />
      </Box>
      <PermissionMatrix value={role.permissions} onChange={null} />
    </Box>
  </AppDialog>
)

const Fact = ({ name, value }: { name: string; value: string }) => (
  <>
    <Typography component="dt" color="text.secondary">
      {name}
    </Typography>
    <Typography component="dd" sx={{ m: 0 }}>
      {value}
    </Typography>
  </>
)
