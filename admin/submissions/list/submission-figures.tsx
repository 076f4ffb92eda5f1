import { Alert, Box, Button, Chip } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useListContext } from 'react-admin'
import { useNavigate } from 'react-router'
import { submissionListMessages as words } from '#domain/messages/panel-submission-list'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useArrivals } from '../../providers/use-arrivals.ts'
import { useHolder } from '../../providers/use-can-perform.ts'
import { STATUS_COLORS } from '../status-chip.tsx'
import type { Submission } from '../submission.ts'

export const SubmissionFigures = () => {
  const { filterValues, setFilters } = useListContext()
  const { ownerId, statusKey, status, ...others } = filterValues
  const chosen: unknown[] = [status ?? []].flat()
  const ofAll = useHolder().isAdmin && filterValues.companyId === undefined
  const choose = (key: string, isOn: boolean) => {
    const left = ofAll ? chosen.filter((other) => other !== key) : []
    const all = isOn ? left : [...left, key]
    const narrowed = ofAll ? { status: all.length > 0 ? all : undefined } : isOn ? {} : { statusKey: key }
    setFilters({ ...others, ...(ownerId !== undefined && { ownerId }), ...narrowed })
  }
  const chooseOwner = (id: string) => {
    const { ownerId: _owner, ...rest } = filterValues
    setFilters(ownerId === id ? rest : { ...rest, ownerId: id })
  }
  return (
    <>
      <Arrived />
      <Box role="group" aria-label={words.figures} sx={rowStyle}>
        <Choice label={words.mine} isOn={ownerId === 'me'} onClick={() => chooseOwner('me')} />
        <Choice label={words.unassigned} isOn={ownerId === 'none'} onClick={() => chooseOwner('none')} />
        {useCounts().map((each) => {
          const isOn = statusKey === each.key || (statusKey === undefined && chosen.includes(each.status))
          const color = STATUS_COLORS[each.status]
          return (
            <Choice
              key={each.key}
              label={`${each.name} ${each.count.toLocaleString('en-US')}`}
              color={color === 'inherit' ? 'default' : color}
              isOn={isOn}
              onClick={() => choose(each.key, isOn)}
            />
          )
        })}
      </Box>
    </>
  )
}

function useCounts() {
  const { filter, filterValues } = useListContext()
  const { status: _status, statusKey: _key, ...narrowed } = { ...filterValues, ...filter }
  const asked = JSON.stringify(narrowed)
  const { data } = useQuery({
    // Under the key of the lists, as a move changes the counts.
    queryKey: ['forms', 'statusCounts', asked],
    queryFn: async () => (await call(trpc.form.statusCounts.query({ filter: asked }))).data,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return data ?? []
}

type ChoiceProps = {
  label: string
  isOn: boolean
  onClick: () => void
  color?: 'default' | 'primary' | 'warning' | 'success' | 'error'
}

const Choice = ({ isOn, color = 'default', ...props }: ChoiceProps) => (
  <Chip
    {...props}
    color={color}
    variant={isOn ? 'filled' : 'outlined'}
    aria-pressed={isOn}
    sx={{ height: 32, flexShrink: 0, '& .MuiChip-label': { px: 2 } }}
  />
)

/** Announces new submissions instead of inserting them, so that rows don't move while they are read. */
const Arrived = () => {
  const { count, newest, markSeen } = useArrivals()
  const { data, refetch } = useListContext<Submission>()
  const navigate = useNavigate()
  const isShown = count > 0 && (data ?? []).some(({ createdAt }) => createdAt >= newest)
  useEffect(() => {
    if (isShown) markSeen()
  })
  if (count === 0) return null
  const show = () => {
    markSeen()
    void navigate('/admin/forms')
    void refetch()
  }
  return (
    <Alert
      severity="info"
      role="status"
      sx={{ mb: 4 }}
      action={
        <Button color="inherit" size="small" onClick={show}>
          {words.show}
        </Button>
      }
    >
      {words.arrived(count)}
    </Alert>
  )
}

const rowStyle = {
  display: 'flex',
  // On phones one line that scrolls: five lines would push the rows off the first screen.
  flexWrap: { xs: 'nowrap', sm: 'wrap' },
  overflowX: { xs: 'auto', sm: 'visible' },
  gap: { xs: 2, sm: 1.5 },
  // Room for the focus ring.
  p: 1,
  mx: -1,
  mt: -1,
  mb: { xs: 1, sm: 3 },
  minHeight: 40,
}
