import { Checkbox, FormControlLabel, Tooltip } from '@mui/material'
import type { Permission } from '#domain/permissions'

export type Choice = {
  has: (permission: Permission) => boolean
  canSet: (permission: Permission) => boolean
  /** Switches the permissions that the user can grant. */
  set: (permissions: readonly Permission[], isOn: boolean) => void
  /** Why others can't be changed, and the id of the element with that text. */
  reason: { id: string; text: string } | undefined
}

type Props = {
  permission: Permission
  label: string
  choice: Choice
  /** In a table, row and column label it for the eye. */
  hideLabel?: boolean
}

/** A permission that can't be granted stays focusable, so that its reason is read out. */
export const PermissionBox = ({ permission, label, choice, hideLabel = false }: Props) => {
  const { has, canSet, set } = choice
  const isFixed = !canSet(permission)
  const reason = isFixed ? choice.reason : undefined
  const box = (
    <Checkbox
      size="small"
      checked={has(permission)}
      onChange={(_event, isOn) => set([permission], isOn)}
      sx={isFixed ? { opacity: reason === undefined ? 0.7 : 0.45, cursor: 'default' } : undefined}
      slotProps={{
        input: {
          'aria-disabled': isFixed,
          'aria-describedby': reason?.id,
          ...(hideLabel && { 'aria-label': label }),
        },
      }}
    />
  )
  return (
    <Tooltip title={reason?.text ?? ''} describeChild>
      {hideLabel ? (
        <span>{box}</span>
      ) : (
        <FormControlLabel
          control={box}
          label={label}
          sx={{ mr: 0, ...(isFixed && { color: 'text.secondary', cursor: 'default' }) }}
        />
      )}
    </Tooltip>
  )
}
