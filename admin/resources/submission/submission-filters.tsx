import GavelIcon from '@mui/icons-material/GavelOutlined'
import { Button } from '@mui/material'
import { useGetManyAggregate, useInput, useListContext, type RaRecord } from 'react-admin'
import { toText } from '#domain/json'
import { submissionMessages } from '#domain/messages/panel-submission'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { FilterChip } from '../../table/filters.tsx'

const words = submissionMessages.list

export const SubmissionFilters = () => {
  const companyId = toText(useListContext().filterValues.companyId)
  return (
    <>
      <HoldFilter />
      {companyId !== '' && <CompanyChip id={companyId} />}
    </>
  )
}

const HoldFilter = () => {
  const canHold = useCanPerform('submission.hold')
  const { field } = useInput({ source: 'onHold', defaultValue: '' })
  const isOn = field.value === true
  // A user who may set no hold still needs the way back from a list that came filtered.
  if (!canHold && !isOn) return null
  return (
    <Button
      variant={isOn ? 'contained' : 'outlined'}
      aria-pressed={isOn}
      startIcon={<GavelIcon fontSize="small" />}
      onClick={() => field.onChange(isOn ? '' : true)}
    >
      {submissionMessages.hold.badge}
    </Button>
  )
}

const CompanyChip = ({ id }: { id: string }) => {
  // The list itself tells of failures; without its name the chip can still be removed.
  const { data, isPending } = useGetManyAggregate<RaRecord<string> & { name: string }>(
    'company-names',
    { ids: [id] },
    { onError: () => undefined },
  )
  const name = isPending ? words.nameComing : (data?.[0]?.name ?? words.noAnswer)
  return <FilterChip source="companyId" label={words.ofCompany(name)} />
}
