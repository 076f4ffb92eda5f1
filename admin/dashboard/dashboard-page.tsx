import { Box, FormControlLabel, Skeleton, Switch, Typography } from '@mui/material'
import { useState } from 'react'
import { linkLabel } from '#domain/link-label'
import { isOpen, type SubmissionStatus } from '#domain/submission-status'
import { dashboardMessages as words } from '#domain/messages/panel-dashboard'
import { dayInUtc, dollars } from '../format.ts'
import { PageHeader, ListFailed, ListState } from '../layout/page-parts.tsx'
import { FirstLinkButton } from '../resources/links/own-link.tsx'
import { useCanPerform, useHolder } from '../providers/use-can-perform.ts'
import { lazyPart } from '../lazy/lazy.tsx'
import { FigureCard, type FigureRow, FigureTable, Linked } from './figures.tsx'
import { FillExamples } from './fill-examples.tsx'
import { FunnelCard } from './funnel-card.tsx'
import { TasksCard } from './tasks-card.tsx'
import { type Dashboard, useDashboard, useListPath } from './use-dashboard.ts'

export const DashboardPage = () => {
  const { shown, failure, retry, funnel, setFunnel } = useDashboard()
  const canList = useCanPerform('submission.list')
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
          <FillExamples />
        </ListState>
      ) : (
        <>
          {shown.total === 0 && <FillExamples />}
          <Box sx={gridStyle}>
            {canList && <TasksCard />}
            <Figures shown={shown} />
            <FunnelCard shown={shown} funnel={funnel} onChange={setFunnel} />
          </Box>
        </>
      )}
    </>
  )
}

const number = (count: number): string => count.toLocaleString('en-US')

function useDone() {
  const listPath = useListPath()
  return ({ received, decided, funded }: Omit<Dashboard['today'], 'day'>, from: string, to: string) => [
    { text: number(received), to: listPath({ createdFrom: from, createdTo: to }) },
    { text: number(decided), to: listPath({ decidedFrom: from, decidedTo: to }) },
    { text: number(funded), to: listPath({ fundedFrom: from, fundedTo: to }) },
  ]
}

const Figures = ({ shown }: { shown: Dashboard }) => {
  const { today, timeZone, statuses, revenue, links, weeks, waiting, mine } = shown
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
      {revenue.some(({ count }) => count > 0) && (
        <FigureCard title={words.byRevenue} help={words.byRevenueHelp}>
          <FigureTable
            label={words.byRevenue}
            heads={[words.heads.revenue, words.heads.submissions, words.heads.amount]}
            rows={revenue.map(({ from, to, count, amount }) => ({
              key: String(from),
              name: { text: words.revenueBand(dollars(from), to === null ? null : dollars(to)) },
              share: count / most(revenue),
              figures: [
                { text: number(count), to: listPath(toFilter(from, to, open)) },
                { text: dollars(amount) },
              ],
            }))}
          />
        </FigureCard>
      )}
      <FigureCard title={words.byLink}>
        <FigureTable
          label={words.byLink}
          heads={[words.heads.link, words.heads.submissions]}
          rows={links.map(({ id, name, slug, user, company, count }) => ({
            key: id,
            name: { text: linkLabel({ name, slug }) },
            detail: [...(user === '' ? [] : [user]), company].join(' · '),
            share: count / most(links),
            figures: [{ text: number(count), to: listPath({ linkId: id }) }],
          }))}
        />
      </FigureCard>
    </>
  )
}

/** Both bounds of the list's filter are included. */
const toFilter = (from: number, to: number | null, open: readonly SubmissionStatus[]) => ({
  status: open,
  ...(from > 0 && { trueRevenueFrom: from }),
  ...(to !== null && { trueRevenueTo: to - 0.01 }),
})

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

type Props = {
  title: string
  rows: Dashboard['waiting']
  none: string
  all: { text: string; to: string | null }
}

const WaitingCard = ({ title, rows, none, all }: Props) => {
  const { isAdmin } = useHolder()
  return (
    <FigureCard title={title} aside={rows.length > 0 && <Linked {...all} />}>
      {rows.length === 0 ? (
        <Typography color="text.secondary">{none}</Typography>
      ) : (
        <FigureTable
          label={title}
          heads={[words.heads.merchant, words.heads.waits]}
          rows={rows.map((row) => ({
            key: row.id,
            name: { text: row.merchant || words.none, to: `/admin/forms/${row.id}` },
            detail: [row.statusName, row.owner ?? words.unassigned, ...(isAdmin ? [row.company] : [])].join(
              ' · ',
            ),
            figures: [{ text: words.days(row.days) }],
          }))}
        />
      )}
    </FigureCard>
  )
}

const WeekChart = lazyPart(
  () => import('./week-chart.tsx').then((module) => module.WeekChart),
  <Skeleton variant="rounded" height={280} />,
)

const SERIES = [words.received, words.decided, words.funded]

/** The hidden copy has no links, as a focused link must be visible. */
const withoutLinks = ({ figures, ...row }: FigureRow): FigureRow => ({
  ...row,
  figures: figures.map(({ text }) => ({ text })),
})

const WeekCard = ({ rows }: { rows: readonly FigureRow[] }) => {
  const [isTable, setIsTable] = useState(false)
  const toggle = <Switch checked={isTable} onChange={(_event, checked) => setIsTable(checked)} />
  return (
    <FigureCard title={words.weeks} aside={<FormControlLabel control={toggle} label={words.asTable} />}>
      {!isTable && (
        <Box aria-hidden sx={{ minHeight: 280 }}>
          <WeekChart labels={SERIES} rows={rows} />
        </Box>
      )}
      <Box className={isTable ? undefined : 'visually-hidden'}>
        <FigureTable
          label={words.weeks}
          heads={[words.heads.week, ...SERIES]}
          rows={isTable ? rows : rows.map(withoutLinks)}
        />
      </Box>
    </FigureCard>
  )
}
