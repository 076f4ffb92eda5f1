import { Box, Checkbox, FormControlLabel, Typography } from '@mui/material'
import { useInput } from 'react-admin'
import { companyMessages } from '#domain/messages/panel-company'
import { PERMISSIONS, type Permission } from '#domain/permissions'

const words = companyMessages
const NAMES: Readonly<Record<string, string>> = words.permissionNames

const GROUPS = Object.entries(words.permissionGroups).map(([key, title]) => ({
  title,
  permissions: PERMISSIONS.filter((permission) => permission.startsWith(`${key}:`)),
}))

const nameOf = (permission: Permission): string => {
  const [, verb = ''] = permission.split(':')
  return NAMES[verb] ?? verb
}

/** What a role of a company may hold, to be ticked; the value is the list of permission strings. */
export const PermissionBoxes = ({ source }: { source: string }) => {
  const { field } = useInput<Permission[]>({ source })
  const held: readonly Permission[] = field.value ?? []
  const flip = (permission: Permission): void =>
    field.onChange(PERMISSIONS.filter((each) => held.includes(each) !== (each === permission)))
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <Typography sx={{ fontWeight: 600 }}>{words.create.permissions}</Typography>
      {GROUPS.map(({ title, permissions }) => (
        <Box key={title} role="group" aria-label={title}>
          <Typography variant="body2" color="text.secondary">
            {title}
          </Typography>
          <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))' }}>
            {permissions.map((permission) => (
              <FormControlLabel
                key={permission}
                label={nameOf(permission)}
                control={
                  <Checkbox
                    size="small"
                    checked={held.includes(permission)}
                    onChange={() => flip(permission)}
                  />
                }
              />
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
