import { Box, FormHelperText, Typography } from '@mui/material'
import { useId, type ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { canGrantPermission } from '#domain/grants'
import { roleMessages } from '#domain/messages/panel-role'
import {
  LEGACY_PERMISSIONS,
  PAGE_PERMISSIONS,
  PERMISSIONS,
  reachesAllCompanies,
  DEAL_PERMISSIONS,
  SUBMISSION_PERMISSIONS,
  TYPE_PERMISSIONS,
  WITH_FORMS,
  type Permission,
} from '#domain/permissions'
import { useHolder } from '../providers/use-can-perform.ts'
import { PermissionBox, PermissionTable, type Choice } from './permission-table.tsx'

type Props = {
  /** Leaves out the permissions that grant all others. */
  hideTypes?: boolean
  value: readonly string[]
  /** null: read only */
  onChange: ((value: Permission[]) => void) | null
}

const words = roleMessages.permissions

export const PermissionMatrix = ({ value, onChange, hideTypes = false }: Props) => {
  const id = useId()
  const holder = useHolder()
  const isAdmin = reachesAllCompanies(holder)
  const canSet = (permission: Permission) => onChange !== null && canGrantPermission(holder, permission)
  const choice: Choice = {
    has: (permission) => value.includes(permission),
    canSet,
    reason: onChange === null || isAdmin ? undefined : { id: `${id}-not-held`, text: words.notHeld },
    set: (permissions, isOn) => {
      const asked = permissions.includes('page:forms') ? [...permissions, ...WITH_FORMS] : permissions
      const changed = asked.filter(canSet)
      onChange?.(PERMISSIONS.filter((each) => (changed.includes(each) ? isOn : value.includes(each))))
    },
  }
  return (
    <Box sx={{ display: 'grid', gap: 4, minWidth: 0 }}>
      <Group title={words.pages}>
        <Boxes names={words.pageNames} permissions={PAGE_PERMISSIONS} choice={choice} />
      </Group>
      <PermissionTable choice={choice} />
      <Group title={words.submissions}>
        <Boxes names={words.submissionNames} permissions={SUBMISSION_PERMISSIONS} choice={choice} />
      </Group>
      <Group title={words.deals}>
        <Boxes names={words.dealNames} permissions={DEAL_PERMISSIONS} choice={choice} />
      </Group>
      <Group title={words.legacy}>
        <Boxes names={words.legacyNames} permissions={LEGACY_PERMISSIONS} choice={choice} />
      </Group>
      {!hideTypes && <TypeGroup choice={choice} isAdmin={isAdmin} />}
      {choice.reason && (
        <Typography id={choice.reason.id} variant="body2" color="text.secondary">
          {choice.reason.text}
        </Typography>
      )}
    </Box>
  )
}

/** They grant all others; only admins give them. */
const TypeGroup = ({ choice, isAdmin }: { choice: Choice; isAdmin: boolean }) => {
  const id = useId()
  return (
    <Group title={words.types}>
      <Boxes
        names={words.typeNames}
        permissions={TYPE_PERMISSIONS}
        choice={{ ...choice, reason: choice.reason && { id, text: words.adminsOnly } }}
      />
      <Typography id={id} variant="body2" color="text.secondary">
        {isAdmin ? words.typesHelp : words.adminsOnly}
      </Typography>
    </Group>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
    <Typography component="legend" variant="h3" sx={{ p: 0, mb: 1 }}>
      {title}
    </Typography>
    {children}
  </Box>
)

type BoxesProps<Name extends Permission> = {
  names: Readonly<Record<Name, string>>
  permissions: readonly Name[]
  choice: Choice
}

const Boxes = <Name extends Permission>({ names, permissions, choice }: BoxesProps<Name>) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(148px, 1fr))' }}>
    {permissions.map((permission) => (
      <PermissionBox key={permission} permission={permission} label={names[permission]} choice={choice} />
    ))}
  </Box>
)

export const PermissionsInput = ({ source, hideTypes }: { source: string; hideTypes?: boolean }) => {
  const { field, fieldState } = useController({ name: source })
  const value: unknown = field.value
  return (
    <div>
      <PermissionMatrix
        value={Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []}
        onChange={field.onChange}
        hideTypes={hideTypes}
      />
      {fieldState.error && <FormHelperText error>{fieldState.error.message}</FormHelperText>}
    </div>
  )
}
