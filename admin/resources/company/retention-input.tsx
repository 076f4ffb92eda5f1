import { Box, Button } from '@mui/material'
import { useState } from 'react'
import { NumberInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { LIMITS } from '#domain/limits'
import { companyMessages } from '#domain/messages/panel-company'
import { readRetentionDays, type Company } from './company.ts'
import { RetentionDialog } from './retention-dialog.tsx'

const words = companyMessages.retention
const { min, max } = LIMITS.retentionDays

const isPeriod = (days: number): boolean => Number.isInteger(days) && days >= min && days <= max

const periodOrNone = (days: unknown): string | undefined =>
  days === null || (typeof days === 'number' && isPeriod(days)) ? undefined : words.wrong

export const RetentionInput = ({ company }: { company: Company | null }) => {
  const days = readRetentionDays({ retentionDays: useWatch({ name: 'retentionDays' }) })
  const { trigger } = useFormContext()
  const [isOpen, setOpen] = useState(false)
  const shown = days !== null && isPeriod(days) ? days : null
  return (
    <>
      <NumberInput
        source="retentionDays"
        label={words.days}
        helperText={words.help}
        validate={periodOrNone}
        onBlur={() => void trigger('retentionDays')}
        min={min}
        max={max}
        step={1}
        fullWidth
      />
      {company !== null && (
        <Box>
          <Button size="small" disabled={shown === null} onClick={() => setOpen(true)} sx={{ ml: -1.5 }}>
            {words.show}
          </Button>
        </Box>
      )}
      {isOpen && company !== null && shown !== null && (
        <RetentionDialog companyId={company.id} days={shown} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
