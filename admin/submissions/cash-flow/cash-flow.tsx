import { Box, Button, Link, Skeleton, Typography } from '@mui/material'
import { useRef, useState, type ReactNode } from 'react'
import { cashFlowMessages as words } from '#domain/messages/panel-cash-flow'
import { dayInUtc } from '../../format.ts'
import { Failed, ListFailed } from '../../layout/page-parts.tsx'
import { lazyComponent } from '../../lazy/lazy-component.tsx'
import { fetchFile, saveFile } from '../../providers/files.ts'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { useTask } from '../../providers/use-task.ts'
import type { Listed } from '../submission.ts'
import { MonthTable } from './month-table.tsx'
import { PageDialog, type PageShown } from './page-dialog.tsx'
import { Rows, type RowFilter } from './rows.tsx'
import {
  exactDollars,
  lowestRow,
  useCashFlow,
  useCashFlowChanges,
  type CashFlow as Data,
  type StatementFile,
} from './use-cash-flow.ts'

const CHART_HEIGHT = 260
const DailyChart = lazyComponent(
  () => import('./daily-chart.tsx').then((module) => module.DailyChart),
  <Skeleton variant="rounded" height={CHART_HEIGHT} />,
  ({ onRetry }) => <Failed text={words.chartFailed} onRetry={onRetry} />,
)

type Documents = readonly Pick<Listed, 'id' | 'originalFilename'>[]

export const CashFlow = ({ id, documents }: { id: string; documents: Documents }) => {
  const { data, failure, retry } = useCashFlow(id)
  if (failure !== null) return <ListFailed text={words.failed} reason={failure} onRetry={retry} />
  if (data === null) return <Skeleton variant="rounded" height={160} />
  if (data.files.length === 0) return <Typography color="text.secondary">{words.none}</Typography>
  return <Content id={id} data={data} documents={documents} />
}

const Content = ({ id, data, documents }: { id: string; data: Data; documents: Documents }) => {
  const rowsTop = useRef<HTMLDivElement>(null)
  const [filter, setFilter] = useState<RowFilter>({ text: '', kind: '', month: '' })
  const [page, setPage] = useState<PageShown | null>(null)
  const { files, total } = data
  const canExport = useCanPerform('submission.export')
  const showRows = (next: RowFilter) => {
    setFilter(next)
    rowsTop.current?.scrollIntoView({ block: 'start' })
  }
  // The documents may come after the cash flow.
  const documentIn = (documentId: string) => {
    const found = documents.find((each) => each.id === documentId)
    return found ? `${found.originalFilename}: ` : ''
  }
  const isReading = files.some(({ state }) => state === 'reading')
  return (
    <>
      {isReading && (
        <Typography role="status" sx={{ mb: 3 }}>
          {words.reading}
        </Typography>
      )}
      {total.metrics === null
        ? !isReading && <Typography sx={{ mb: 3 }}>{words.nothingRead}</Typography>
        : null}
      {total.metrics !== null && (
        <>
          <MonthTable
            data={data}
            onPick={(picked) => showRows({ text: '', ...picked })}
            onLowest={(month) => {
              const row = lowestRow(data, month)
              if (row) setPage(row)
              else showRows({ text: '', kind: '', month })
            }}
          />
          <Heading>{words.chart}</Heading>
          <DailyChart data={data} height={CHART_HEIGHT} />
          <Positions positions={total.positions} onPick={(text) => showRows({ text, kind: '', month: '' })} />
        </>
      )}
      <Flags files={files} documentIn={documentIn} onOpen={setPage} />
      <Unread id={id} files={files} documentIn={documentIn} />
      {total.metrics !== null && (
        <>
          <Box ref={rowsTop} sx={{ scrollMarginTop: 'var(--submission-header)' }}>
            <Heading>{words.rows}</Heading>
          </Box>
          <Rows id={id} data={data} filter={filter} onFilter={setFilter} onOpen={setPage} />
          {canExport && <ExportButton id={id} />}
        </>
      )}
      {page !== null && <PageDialog page={page} onClose={() => setPage(null)} />}
    </>
  )
}

const ExportButton = ({ id }: { id: string }) => {
  const { busy, run } = useTask(words.exportFailed)
  const url = `/api/form/submissions/${encodeURIComponent(id)}/statements/export`
  const save = () => run(async () => saveFile(await fetchFile(url, 'statements.csv')))
  return (
    <Button aria-disabled={busy} onClick={save}>
      {words.export}
    </Button>
  )
}

const Heading = ({ children }: { children: ReactNode }) => (
  <Typography component="h3" variant="h3" sx={{ mt: 5, mb: 2 }}>
    {children}
  </Typography>
)

type PositionsProps = { positions: Data['total']['positions']; onPick: (payee: string) => void }

const Positions = ({ positions, onPick }: PositionsProps) => (
  <>
    <Heading>{words.positions}</Heading>
    {positions.length === 0 && <Typography color="text.secondary">{words.noPositions}</Typography>}
    <Box component="ul" sx={listStyle}>
      {positions.map((each) => (
        <li key={`${each.descriptorPrefix} ${each.cents} ${each.frequency}`}>
          <Link component="button" onClick={() => onPick(each.descriptorPrefix)}>
            {each.funder}
          </Link>
          {', '}
          {words.position(exactDollars(each.cents), each.frequency)}
          <Typography variant="body2" color="text.secondary">
            {words.payments(each.payments, each.missed)}
            {each.revenuePercent !== null && ` · ${words.share(each.revenuePercent)}`}
          </Typography>
        </li>
      ))}
    </Box>
  </>
)

type FilesProps = {
  files: readonly StatementFile[]
  /** the file's name, with a colon */
  documentIn: (documentId: string) => string
}
type FlagsProps = FilesProps & { onOpen: (page: PageShown) => void }

const Flags = ({ files, documentIn, onOpen }: FlagsProps) => {
  const flags = files.flatMap((file) => file.flags.map((flag) => ({ ...flag, documentId: file.documentId })))
  if (flags.length === 0) return null
  return (
    <>
      <Heading>{words.flagsTitle}</Heading>
      <Typography variant="body2" color="text.secondary">
        {words.flagsNote}
      </Typography>
      <Box component="ul" sx={listStyle}>
        {flags.map(({ kind, page, text, documentId }, index) => (
          <li key={index}>
            <strong>{words.flags[kind]}.</strong> {documentIn(documentId)}
            {text}{' '}
            <Link component="button" onClick={() => onOpen({ documentId, page: page ?? 1 })}>
              {words.open(page ?? 1)}
            </Link>
          </li>
        ))}
      </Box>
    </>
  )
}

/** Files and months without figures, each with the reason. */
const Unread = ({ id, files, documentIn }: FilesProps & { id: string }) => {
  const canUpdate = useCanPerform('submission.update')
  const { busy, run } = useTask(words.readAgainFailed)
  const { reload } = useCashFlowChanges(id)
  const again = (documentId: string) =>
    run(async () => {
      await call(trpc.form.readStatementAgain.mutate({ id, documentId }))
      reload()
    })
  const unread = files.filter(
    ({ state, notRead }) => state !== 'reading' && (state !== 'read' || notRead.length > 0),
  )
  if (unread.length === 0) return null
  return (
    <>
      <Heading>{words.notRead}</Heading>
      <Box component="ul" sx={listStyle}>
        {unread.map(({ documentId, state, reason, notRead }) => (
          <li key={documentId}>
            {documentIn(documentId)}
            {notRead.length === 0
              ? state === 'not_a_statement'
                ? words.notAStatement
                : reason
              : notRead.map((each, index) => (
                  <Typography key={index}>
                    {each.from !== null &&
                      each.to !== null &&
                      `${words.month(dayInUtc(each.from), dayInUtc(each.to))}: `}
                    {each.reason}
                  </Typography>
                ))}{' '}
            {canUpdate && (
              <Button size="small" aria-disabled={busy} onClick={() => again(documentId)}>
                {words.readAgain}
              </Button>
            )}
          </li>
        ))}
      </Box>
    </>
  )
}

const listStyle = { my: 1, pl: 4, '& > li': { mb: 2 }, overflowWrap: 'anywhere' }
