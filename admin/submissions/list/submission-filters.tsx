import { Box } from '@mui/material'
import {
  AutocompleteInput,
  DateInput,
  NumberInput,
  useGetManyAggregate,
  useListContext,
  type RaRecord,
} from 'react-admin'
import { getOwn } from '#domain/get-own'
import { toText } from '#domain/json'
import { linkLabel } from '#domain/link-label'
import { submissionMessages } from '#domain/messages/panel-submission'
import { submissionListMessages } from '#domain/messages/panel-submission-list'
import { US_STATES } from '#domain/us-states'
import { NameInput } from '../../inputs/name-input.tsx'
import { dayInUtc, dollars } from '../../format.ts'
import type { NamesResource } from '../../providers/data-provider.ts'
import { useCanPerform, useHolder } from '../../providers/use-can-perform.ts'
import { FilterChip, FilterMenu, FilterSwitch } from '../../table/filters.tsx'
import { SavedViews } from './saved-views.tsx'
import type { Submission } from '../submission.ts'

const words = submissionListMessages.filters
const { noAnswer, nameComing } = submissionMessages.list

const STATES = US_STATES.map(([id, name]) => ({ id, name: `${id} – ${name}` }))
// A label on its field's line would be cut off beside another field.
const NARROW = { inputLabel: { shrink: true } }
const NARROW_DAY = { ...NARROW, htmlInput: { max: '9999-12-30' } }

export const SubmissionFilters = () => {
  const { isAdmin } = useHolder()
  const canHold = useCanPerform('submission.hold')
  return (
    <>
      <FilterMenu>
        <NameInput source="ownerId" reference="user-names" words={{ label: words.owner }} />
        <NameInput source="teamId" reference="team-names" words={{ label: words.team }} />
        {isAdmin && (
          <NameInput source="companyId" reference="company-names" words={{ label: words.company }} />
        )}
        <AutocompleteInput source="state" label={words.state} choices={STATES} helperText={false} />
        <Pair of={NumberInput} sources={['amountFrom', 'amountTo']} />
        <Pair of={NumberInput} sources={['salesFrom', 'salesTo']} />
        <Pair of={NumberInput} sources={['trueRevenueFrom', 'trueRevenueTo']} />
        <Pair of={NumberInput} sources={['averageDailyBalanceFrom', 'averageDailyBalanceTo']} />
        <Pair of={NumberInput} sources={['nsfCountFrom', 'nsfCountTo']} />
        <Pair of={NumberInput} sources={['positionCountFrom', 'positionCountTo']} />
        <Pair of={DateInput} slotProps={NARROW_DAY} sources={['createdFrom', 'createdTo']} />
        <NumberInput source="openDays" label={words.openDays} min={0} helperText={false} />
        {canHold && <FilterSwitch source="onHold" label={submissionMessages.hold.badge} />}
      </FilterMenu>
      <SavedViews />
      <Chips />
    </>
  )
}

type Range = keyof typeof words

type PairProps = {
  of: typeof NumberInput | typeof DateInput
  sources: readonly Range[]
  slotProps?: typeof NARROW | typeof NARROW_DAY
}

const Pair = ({ of: Input, sources, slotProps = NARROW }: PairProps) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 2 }}>
    {sources.map((source) => (
      <Input key={source} source={source} label={words[source]} helperText={false} slotProps={slotProps} />
    ))}
  </Box>
)

const NAMES: Readonly<Record<string, NamesResource>> = {
  companyId: 'company-names',
  ownerId: 'user-names',
  teamId: 'team-names',
}

const Chips = () => {
  const { filterValues, data } = useListContext<Submission>()
  // The others have toggle buttons.
  const { q: _q, status: _status, statusKey: _statusKey, ...on } = filterValues
  return Object.entries(on).map(([source, value]) => {
    const reference = getOwn(NAMES, source)
    const id = toText(value)
    if (source === 'ownerId' && (id === 'me' || id === 'none')) return null
    if (source === 'onHold')
      return <FilterChip key={source} source={source} label={submissionMessages.hold.badge} />
    if (reference) return <NameChip key={source} source={source} reference={reference} id={id} />
    const text =
      source === 'linkId' ? (data?.[0] ? linkLabel(data[0].link) : noAnswer) : toValueText(source, value)
    return <FilterChip key={source} source={source} label={toLabel(source, text)} />
  })
}

type Named = { source: string; reference: NamesResource; id: string }

const NameChip = ({ source, reference, id }: Named) => {
  // The list reports failures; the chip can be removed without its name.
  const { data, isPending } = useGetManyAggregate<RaRecord<string> & { name: string }>(
    reference,
    { ids: [id] },
    { onError: () => undefined },
  )
  const name = isPending ? nameComing : (data?.[0]?.name ?? noAnswer)
  return <FilterChip source={source} label={toLabel(source, name)} />
}

const LABELS: Readonly<Record<string, string>> = {
  ...words,
  ownerId: words.owner,
  teamId: words.team,
  companyId: words.company,
  linkId: words.link,
}

const toLabel = (source: string, text: string) =>
  submissionListMessages.chip(getOwn(LABELS, source) ?? words.other, text)

function toValueText(source: string, value: unknown): string {
  if (/^(created|decided|funded)/.test(source)) return dayInUtc(toText(value))
  if (typeof value === 'number')
    return /^(openDays|nsfCount|positionCount)/.test(source) ? String(value) : dollars(value)
  return toText(value)
}
