import { Box, Checkbox, FormControlLabel, Link, Tooltip, Typography } from '@mui/material'
import { useId } from 'react'
import { roleMessages } from '#domain/messages/panel-role'
import { PERMISSION_ENTITIES, PERMISSION_VERBS, type Permission } from '#domain/permissions'

const words = roleMessages.permissions

export const PermissionTable = ({ choice }: { choice: Choice }) => {
  const id = useId()
  return (
    <div>
      <Typography id={id} component="h3" variant="h3" sx={{ mb: 1 }}>
        {words.records}
      </Typography>
      <Box component="table" aria-labelledby={id} sx={tableStyle}>
        <thead>
          <tr>
            <td />
            {PERMISSION_VERBS.map((verb) => (
              <th key={verb} scope="col">
                <Heading
                  label={words.verbs[verb]}
                  permissions={PERMISSION_ENTITIES.map((entity) => `${entity}:${verb}` as const)}
                  choice={choice}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {PERMISSION_ENTITIES.map((entity) => (
            <tr key={entity}>
              <th scope="row">
                <Heading
                  label={words.entities[entity]}
                  permissions={PERMISSION_VERBS.map((verb) => `${entity}:${verb}` as const)}
                  choice={choice}
                />
              </th>
              {PERMISSION_VERBS.map((verb) => (
                <td key={verb}>
                  <PermissionBox
                    permission={`${entity}:${verb}`}
                    label={words.cell(words.verbs[verb], words.entities[entity])}
                    choice={choice}
                    hideLabel
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </div>
  )
}

type HeadingProps = { label: string; permissions: readonly Permission[]; choice: Choice }

const Heading = ({ label, permissions, choice }: HeadingProps) => {
  const changeable = permissions.filter(choice.canSet)
  if (changeable.length === 0) return label
  const areOn = changeable.every(choice.has)
  return (
    <Link
      component="button"
      type="button"
      underline="hover"
      aria-label={words.all(label)}
      title={words.all(label)}
      onClick={() => choice.set(changeable, !areOn)}
      sx={{ font: 'inherit', color: 'inherit', minHeight: 28 }}
    >
      {label}
    </Link>
  )
}

const tableStyle = {
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  '& th': { verticalAlign: 'middle', fontSize: 13, fontWeight: 600, color: 'text.secondary', p: 0 },
  '& th[scope="row"]': { textAlign: 'left', color: 'text.primary', fontWeight: 400, fontSize: 14 },
  '& td': { p: 0, textAlign: 'center' },
  '& tbody tr': { borderTop: 1, borderColor: 'divider' },
  '& thead td': { width: { xs: 84, sm: 120 } },
}

export type Choice = {
  has: (permission: Permission) => boolean
  canSet: (permission: Permission) => boolean
  /** Changes the permissions that the user can grant. */
  set: (permissions: readonly Permission[], isOn: boolean) => void
  /** The reason for the others, and the id of its element. */
  reason: { id: string; text: string } | undefined
}

type Props = {
  permission: Permission
  label: string
  choice: Choice
  /** For tables, where row and column label it. */
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
