import {
  Box,
  Button,
  FormControlLabel,
  IconButton,
  Paper,
  Skeleton,
  Switch,
  Tooltip,
  Typography,
} from '@mui/material'
import { useEffect, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate, useParams, Link, useLocation } from 'react-router'
import ArrowBack from '@mui/icons-material/ArrowBack'
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined'
import NextIcon from '@mui/icons-material/KeyboardArrowDown'
import PreviousIcon from '@mui/icons-material/KeyboardArrowUp'
import PrintIcon from '@mui/icons-material/PrintOutlined'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import { submissionMessages } from '#domain/messages/panel-submission'
import { workspaceMessages } from '#domain/messages/panel-workspace'
import { isRecord, parseJson, toText } from '#domain/json'
import { AppDialog } from '../../dialogs/dialogs.tsx'
import { Fact, ListFailed, PageHeader } from '../../layout/page-parts.tsx'
import { useShortcuts, useShortcutsSwitch } from '../../layout/shortcuts.ts'
import { SubmissionContent, type PartName } from './submission-content.tsx'
import { useWayBack } from '../submission-link.tsx'
import { useSubmission } from '../use-submission.ts'
import { findSearchText } from '../../providers/search-texts.ts'
import { submissionPath, type Submission } from '../submission.ts'

const words = submissionMessages.page

export const SubmissionPage = () => {
  const { id = '' } = useParams()
  const { submission, isMissing, failure, retry } = useSubmission(id)
  const neighbours = useNeighbours(id)
  const [part, setPart] = useState<PartName>('answers')
  const [isHelping, setHelping] = useState(false)
  const navigate = useNavigate()
  const wayBack = useWayBack()
  const show = (next: PartName, target = `[data-part="${next}"]`) => {
    flushSync(() => setPart(next))
    const element = document.querySelector<HTMLElement>(target)
    // Focus alone would scroll a part that is taller than the window to its middle.
    element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: target.startsWith('[data-part') ? 'start' : 'nearest' })
  }
  useShortcuts({
    j: () => neighbours?.next?.(),
    k: () => neighbours?.previous?.(),
    e: () => show(part === 'documents' ? 'answers' : 'documents'),
    n: () => show('timeline', 'textarea[name="note"]'),
    '/': () => void navigate(wayBack, { state: { search: true } }),
    '?': () => setHelping(true),
  })
  // The list may have been scrolled.
  useEffect(() => {
    // Some browsers return a value, which React would take for a clean-up.
    window.scrollTo(0, 0)
  }, [id])
  const bar = (
    <SubmissionBar
      neighbours={neighbours}
      canPrint={submission !== null}
      onShortcuts={() => setHelping(true)}
    />
  )
  return (
    <>
      {submission !== null ? (
        <SubmissionContent key={submission.id} submission={submission} part={part} onPart={show} bar={bar} />
      ) : (
        <>
          {bar}
          {isMissing ? (
            <>
              <PageHeader title={words.notFoundTitle} />
              <Typography role="alert">{words.notFound}</Typography>
            </>
          ) : failure !== null ? (
            <>
              <PageHeader title={words.failedTitle} />
              <Paper variant="outlined">
                <ListFailed text={words.failed} reason={failure} onRetry={retry} />
              </Paper>
            </>
          ) : (
            <Loading />
          )}
        </>
      )}
      {isHelping && <ShortcutsDialog onClose={() => setHelping(false)} />}
    </>
  )
}

const Loading = () => (
  <Box aria-busy>
    <span className="visually-hidden" role="status">
      {words.loading}
    </span>
    <Skeleton width="60%" height={32} sx={{ mb: 4 }} />
    <Skeleton height={44} sx={{ mb: 5 }} />
    <Skeleton variant="rounded" height={480} />
  </Box>
)

const { back, print } = submissionMessages.page
const { neighbours: turnWords, shortcuts } = workspaceMessages

type Props = { neighbours: Neighbours; canPrint: boolean; onShortcuts: () => void }

const SubmissionBar = ({ neighbours, canPrint, onShortcuts }: Props) => (
  <Box
    className="not-printed"
    sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 36, mb: 1 }}
  >
    <Button component={Link} to={useWayBack()} size="small" startIcon={<ArrowBack />}>
      {back}
    </Button>
    {neighbours && (
      <>
        <Turn label={turnWords.previous} to={neighbours.previous} icon={<PreviousIcon />} />
        <Turn label={turnWords.next} to={neighbours.next} icon={<NextIcon />} />
        <Typography variant="body2" color="text.secondary">
          {turnWords.place(neighbours.place, neighbours.total)}
        </Typography>
      </>
    )}
    <Box sx={{ flex: 1 }} />
    <Turn label={shortcuts.title} to={onShortcuts} icon={<KeyboardIcon fontSize="small" />} />
    {canPrint && <Turn label={print} to={() => window.print()} icon={<PrintIcon fontSize="small" />} />}
  </Box>
)

const Turn = ({ label, to, icon }: { label: string; to: (() => void) | null; icon: ReactNode }) => (
  <Tooltip title={label}>
    <IconButton aria-label={label} aria-disabled={to === null} onClick={to ?? undefined} sx={turnStyle}>
      {icon}
    </IconButton>
  </Tooltip>
)

const turnStyle = { p: 1.5, '&[aria-disabled="true"]': { color: 'text.disabled', cursor: 'default' } }

/** Rows that are loaded at once; a multiple of each page size. */
const BLOCK = 100

/** The list from which the page was opened. @returns null for a page opened by its address */
function parseOrigin(state: unknown) {
  if (!isRecord(state) || typeof state.list !== 'string') return null
  const address = new URLSearchParams(state.list)
  const filter = parseJson(address.get('filter') ?? '{}')
  const { q, ...others } = isRecord(filter) ? filter : {}
  const first = (Number(address.get('page') ?? 1) - 1) * Number(address.get('perPage') ?? 1)
  return {
    state,
    block: typeof state.block === 'number' ? state.block : Math.floor(first / BLOCK),
    sort: {
      field: address.get('sort') ?? 'createdAt',
      order: address.get('order') === 'ASC' ? 'ASC' : 'DESC',
    },
    filter: { ...others, q: findSearchText(q) || undefined },
    opened: toText(state.opened),
  } as const
}

type Origin = NonNullable<ReturnType<typeof parseOrigin>>

/** The rows as they were when the page was opened: one that no longer fits the filter keeps its place. */
function useBlock(origin: Origin | null, block: number | null) {
  const dataProvider = useDataProvider()
  const { sort, filter, opened } = origin ?? {}
  return useQuery({
    queryKey: ['neighbours', sort, filter, opened, block],
    enabled: origin !== null && block !== null && block >= 0,
    queryFn: async () => {
      const pagination = { page: (block ?? 0) + 1, perPage: BLOCK }
      const { data, total = 0 } = await dataProvider.getList<Submission>('forms', {
        sort,
        filter,
        pagination,
      })
      return { ids: data.map(({ id }) => id), total }
    },
    staleTime: Infinity,
    retry: false,
  }).data
}

/** Functions that open the previous and the next submission; null if there is none. */
function useNeighbours(id: string) {
  const navigate = useNavigate()
  const origin = parseOrigin(useLocation().state)
  const block = origin?.block ?? null
  const here = useBlock(origin, block)
  const at = here?.ids.indexOf(id) ?? -1
  const edge = here === undefined ? 0 : at === 0 ? -1 : at === BLOCK - 1 ? 1 : 0
  const beyond = useBlock(origin, edge === 0 || block === null ? null : block + edge)
  if (origin === null || block === null || here === undefined || at < 0) return null
  const wayTo = (other: string | undefined, of: number) =>
    other === undefined
      ? null
      : () => void navigate(submissionPath(other), { replace: true, state: { ...origin.state, block: of } })
  return {
    place: block * BLOCK + at + 1,
    total: here.total,
    previous: edge < 0 ? wayTo(beyond?.ids.at(-1), block - 1) : wayTo(here.ids[at - 1], block),
    next: edge > 0 ? wayTo(beyond?.ids[0], block + 1) : wayTo(here.ids[at + 1], block),
  }
}

type Neighbours = ReturnType<typeof useNeighbours>

const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => {
  const [isOn, setOn] = useShortcutsSwitch()
  return (
    <AppDialog title={shortcuts.title} onClose={onClose}>
      <Box component="dl" sx={{ m: 0, mb: 4, display: 'grid', gap: 3 }}>
        {Object.entries(shortcuts.keys).map(([key, purpose]) => (
          <Fact key={key} label={purpose}>
            <kbd>{key}</kbd>
          </Fact>
        ))}
      </Box>
      <FormControlLabel
        control={<Switch checked={isOn} onChange={(_event, on) => setOn(on)} />}
        label={shortcuts.use}
      />
    </AppDialog>
  )
}
