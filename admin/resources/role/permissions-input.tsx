import { FormHelperText } from '@mui/material'
import { useController } from 'react-hook-form'
import { PermissionMatrix } from './permission-matrix.tsx'

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
