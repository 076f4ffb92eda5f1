import { Checkbox, FormControlLabel, Tooltip } from '@mui/material'
import type { Permission } from '#domain/permissions'

/** What is chosen, and what the user may change of it. */
export type Choice = {
  has: (permission: Permission) => boolean
  canSet: (permission: Permission) => boolean
  /** Turns those on or off that the user may change. */
  set: (permissions: readonly Permission[], isOn: boolean) => void
  /** Why others cannot be changed, and the id of the element that says so; none while all is only to be read. */
  reason: { id: string; text: string } | undefined
}

type Props = {
  permission: Permission
  label: string
  choice: Choice
  /** In a table the row and the column say what it is, to the eye. */
  hideLabel?: boolean
}

/** One permission. One that cannot be given stays within reach of the keys, so that its reason is heard. */
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
