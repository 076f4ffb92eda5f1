import { Box, Skeleton, Typography } from '@mui/material'
import { isOpen } from '#domain/submission-status'
import { dashboardMessages as words } from '#domain/messages/panel-dashboard'
import { dayInUtc, dollars } from '../format.ts'
import { PageHeader } from '../layout/page-header.tsx'
import { FirstLinkButton } from '../resources/link/own-link-button.tsx'
import { ListFailed, ListState } from '../table/list-states.tsx'
import { FigureCard } from './figure-card.tsx'
import { FigureTable, Linked } from './figure-table.tsx'
import { FunnelCard } from './funnel-card.tsx'
import { useDashboard, type Dashboard } from './use-dashboard.ts'
import { useListPath } from './use-list-path.ts'
import { WaitingCard } from './waiting-card.tsx'
import { WeekCard } from './week-card.tsx'

export const DashboardPage = () => {
  const { shown, failure, retry, funnel, setFunnel } = useDashboard()
  return (
    <>
      <PageHeader title={words.title} />
      {failure !== null ? (
        <ListFailed text={words.failed} reason={failure} onRetry={retry} />
      ) : shown === null ? (
        <Box sx={gridStyle}>
          {[120, 320, 320, 320, 320].map((height, index) => (
            <Skeleton key={index} variant="rounded" height={height} />
          ))}
        </Box>
      ) : shown.total === 0 && shown.funnel.steps.every(({ count }) => count === 0) ? (
        <ListState text={words.empty}>
          <FirstLinkButton />
        </ListState>
      ) : (
        <Box sx={gridStyle}>
          <Figures shown={shown} />
          <FunnelCard shown={shown} funnel={funnel} onChange={setFunnel} />
        </Box>
      )}
    </>
  )
}

const number = (count: number): string => count.toLocaleString('en-US')

/** What happened between two days, with the lists that hold it. */
function useDone() {
  const listPath = useListPath()
  return ({ received, decided, funded }: Omit<Dashboard['today'], 'day'>, from: string, to: string) => [
    { text: number(received), to: listPath({ createdFrom: from, createdTo: to }) },
    { text: number(decided), to: listPath({ decidedFrom: from, decidedTo: to }) },
    { text: number(funded), to: listPath({ fundedFrom: from, fundedTo: to }) },
  ]
}

const Figures = ({ shown }: { shown: Dashboard }) => {
  const { today, timeZone, statuses, links, weeks, waiting, mine } = shown
  const listPath = useListPath()
  const toDone = useDone()
  const open = statuses.flatMap(({ status }) => (isOpen(status) ? [status] : []))
  const most = (rows: readonly { count: number }[]) => Math.max(1, ...rows.map(({ count }) => count))
  const done = toDone(today, today.day, today.day)
  return (
    <>
      <FigureCard title={words.today} help={words.todayIn(timeZone)}>
        <Box component="dl" sx={todayStyle}>
          {[words.received, words.decided, words.funded].map((name, index) => (
            <div key={name}>
              <Typography component="dt" variant="body2" color="text.secondary">
                {name}
              </Typography>
              <Typography component="dd" variant="h1" sx={{ m: 0 }}>
                <Linked text="" {...done[index]} />
              </Typography>
            </div>
          ))}
        </Box>
      </FigureCard>
      <WaitingCard
        title={words.mine}
        rows={mine.rows}
        none={words.nothingMine}
        all={{ text: words.showAll(mine.count), to: listPath({ ownerId: 'me', status: open }, 'statusAt') }}
      />
      <WaitingCard
        title={words.waiting}
        rows={waiting}
        none={words.nothingWaiting}
        all={{ text: words.showOpen, to: listPath({ status: open }, 'statusAt') }}
      />
      <WeekCard
        rows={weeks.map((week) => ({
          key: week.from,
          name: { text: dayInUtc(week.from).replace(/,.*/, '') },
          figures: toDone(week, week.from, week.to),
        }))}
      />
      <FigureCard title={words.byStatus}>
        <FigureTable
          label={words.byStatus}
          heads={[words.heads.status, words.heads.submissions, words.heads.amount]}
          rows={statuses.map(({ status, name, count, amount }) => ({
            key: status,
            name: { text: name },
            share: count / most(statuses),
            figures: [{ text: number(count), to: listPath({ status: [status] }) }, { text: dollars(amount) }],
          }))}
        />
      </FigureCard>
      <FigureCard title={words.byLink}>
        <FigureTable
          label={words.byLink}
          heads={[words.heads.link, words.heads.submissions]}
          rows={links.map(({ id, slug, user, company, count }) => ({
            key: id,
            name: { text: slug },
            detail: [...(user === '' ? [] : [user]), company].join(' · '),
            share: count / most(links),
            figures: [{ text: number(count), to: listPath({ linkId: id }) }],
          }))}
        />
      </FigureCard>
    </>
  )
}

const gridStyle = {
  columnCount: { xs: 1, lg: 2 },
  columnGap: 4,
  '& > *': { breakInside: 'avoid', mb: 4 },
}

const todayStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: 4,
  m: 0,
  fontVariantNumeric: 'tabular-nums',
}
