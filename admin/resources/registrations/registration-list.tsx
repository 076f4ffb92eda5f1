import VerifyIcon from '@mui/icons-material/VerifiedOutlined'
import { Box, Link, Typography } from '@mui/material'
import { useNotify } from 'react-admin'
import { Link as RouterLink } from 'react-router'
import { registrationMessages as words } from '#domain/messages/panel-registration'
import { type Outputs, call, trpc } from '../../providers/trpc-client.ts'
import { dateTime } from '../../format.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { useTask } from '../../providers/use-task.ts'
import { actionsColumn, dateColumn, RowAction, textCell, textColumn, column } from '../../table/columns.tsx'
import { FilterSwitch } from '../../table/filters.tsx'
import { RecordList } from '../../table/record-list.tsx'
import { submissionPath } from '../../submissions/submission.ts'

type Receipt = Outputs['registration']['get']['data'][number]

const LATEST_FIRST = { field: 'at', order: 'DESC' } as const

export const RegistrationList = () => {
  const seesAll = useCanPerform('audit.list')
  return (
    <RecordList<Receipt>
      page="registrations"
      sort={LATEST_FIRST}
      filters={seesAll && <FilterSwitch source="conflicts" label={words.conflictsOnly} />}
      words={words}
    >
      {column<Receipt>(
        'merchant',
        (receipt) => (
          <MerchantLink receipt={receipt} />
        ),
        { isSearched: true, disableSort: true, card: 'title' },
      )}
      {column<Receipt>('number', ({ number }) => words.number(number), {
        isSearched: true,
        width: 88,
        align: 'right',
        card: 'subtitle',
      })}
      {seesAll &&
        textColumn<Receipt>('company', ({ company }) => company.nameOut, {
          disableSort: true,
          card: 'subtitle',
        })}
      {dateColumn('at', { isSearched: false, card: 'aside' })}
      {!seesAll &&
        column<Receipt>('digest', ({ digest }) => <code title={digest}>{digest}</code>, {
          disableSort: true,
        })}
      {actionsColumn<Receipt>(96, (receipt) => (
        <Verify receipt={receipt} />
      ))}
      {seesAll &&
        column<Receipt>('registration', (receipt) => <Registration receipt={receipt} />, {
          disableSort: true,
          width: 320,
          card: 'actions',
        })}
    </RecordList>
  )
}

const MerchantLink = ({ receipt: { id, merchant, reference } }: { receipt: Receipt }) =>
  merchant === null ? (
    textCell(`${words.destroyed} · ${reference}`)
  ) : (
    <Link
      component={RouterLink}
      to={submissionPath(id)}
      className="cut-off"
      dir="auto"
      underline="hover"
      title={`${merchant} · ${reference}`}
      sx={{ fontWeight: 600 }}
    >
      {merchant || `${words.nameless} · ${reference}`}
    </Link>
  )

const Registration = ({ receipt: { registration, timeZone } }: { receipt: Receipt }) => {
  if (registration === null) return null
  const { until, holder, conflicts } = registration
  const flagged = [
    ...(holder ? [{ ...holder, text: words.taken(holder.company, dateTime(holder.at, timeZone)) }] : []),
    ...conflicts.map((other) => ({
      ...other,
      text: words.conflict(other.company, dateTime(other.at, timeZone)),
    })),
  ]
  if (until === null && flagged.length === 0) return words.none
  return (
    <Box sx={{ whiteSpace: 'normal', py: 1, 'li &': { minWidth: 'calc(100vw - 80px)' } }}>
      {until !== null && <Typography variant="body2">{words.until(dateTime(until, timeZone))}</Typography>}
      {flagged.map(({ id, text }) => (
        <Typography key={id} variant="body2" color="warning.main">
          <Link component={RouterLink} to={submissionPath(id)} color="inherit">
            {text}
          </Link>
        </Typography>
      ))}
    </Box>
  )
}

const Verify = ({ receipt: { id, number } }: { receipt: Receipt }) => {
  const notify = useNotify()
  const { run } = useTask(words.verified.failed)
  const verify = () =>
    run(async () => {
      const { data } = await call(trpc.registration.verify.query({ id }))
      const isSound = data.isChained && data.isUnchanged !== false
      const sentence = data.isChained ? words.verified[`${data.isUnchanged}`] : words.verified.broken
      notify(sentence(number), { type: isSound ? 'success' : 'error' })
    })
  return <RowAction label={words.verify(number)} icon={VerifyIcon} onClick={verify} />
}
