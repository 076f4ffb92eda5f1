import { Box, Link, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { companyMessages } from '#domain/messages/panel-company'
import { AppDialog } from '../../dialogs/app-dialog.tsx'
import { dateTime, dayInUtc } from '../../format.ts'
import { Failed } from '../../layout/failed.tsx'
import { useLostSession } from '../../providers/use-lost-session.ts'
import { submissionPath } from '../submission/submission.ts'
import { askRetention, type Retention } from './retention.ts'

type Props = { companyId: string; days: number; onClose: () => void }

type Listed = Retention['submissions'][number]

const words = companyMessages.retention

export const RetentionDialog = ({ companyId, days, onClose }: Props) => {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['retention', companyId, days],
    queryFn: () => askRetention(companyId, days),
    retry: false,
    gcTime: 0,
  })
  useLostSession(error)
  return (
    <AppDialog title={words.title} isToBeRead onClose={onClose}>
      {data !== undefined ? (
        <Preview retention={data} days={days} />
      ) : error !== null && !isFetching ? (
        <Failed text={words.failed} detail={error.message} onRetry={() => void refetch()} />
      ) : (
        <Box aria-busy>
          <span className="visually-hidden" role="status">
            {words.loading}
          </span>
          <Skeleton height={24} />
          <Skeleton height={24} width="60%" />
        </Box>
      )}
    </AppDialog>
  )
}

const Preview = ({ retention, days }: { retention: Retention; days: number }) => {
  const { due, onHold, from, next, submissions } = retention
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>{words.due(due, days)}</Typography>
      {onHold > 0 && <Typography>{words.onHold(onHold)}</Typography>}
      <Typography color="text.secondary" sx={{ mt: 1 }}>
        {from === null ? words.daily : words.from(dateTime(from))}
      </Typography>
      {next.length > 0 && (
        <Part title={words.next}>
          {next.map(({ day, submissions: count }) => (
            <li key={day}>{words.nextDay(dayInUtc(day), count)}</li>
          ))}
        </Part>
      )}
      {submissions.length > 0 && (
        <Part title={due > submissions.length ? words.oldest(submissions.length, due) : words.all}>
          {submissions.map((submission) => (
            <Box component="li" key={submission.id} sx={{ py: 1 }}>
              <Name submission={submission} />
              <Typography variant="body2" color="text.secondary">
                {formatTimes(submission)}
              </Typography>
            </Box>
          ))}
        </Part>
      )}
    </>
  )
}

/** Opens in a new tab, so that the dialog keeps its entries. */
const Name = ({ submission: { id, legalName } }: { submission: Listed }) => {
  if (legalName === null) return <span>{id}</span>
  const name = legalName || words.nameless
  return (
    <Link href={submissionPath(id)} target="_blank" rel="noopener" aria-label={words.opensTab(name)}>
      {name}
    </Link>
  )
}

/** Tells when it is destroyed, unless that is due now. */
function formatTimes({ createdAt, destroyedFrom }: Listed): string {
  const received = words.received(dayInUtc(createdAt))
  const isPast = new Date(destroyedFrom).getTime() <= Date.now()
  return isPast ? received : `${received}, ${words.destroyedFrom(dateTime(destroyedFrom))}`
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <Typography variant="h3" sx={{ mt: 4, mb: 1 }}>
      {title}
    </Typography>
    <Box component="ul" aria-label={title} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {children}
    </Box>
  </>
)
