import { Box, Button, Chip, List, ListItem, Skeleton, Typography } from '@mui/material'
import { useRef } from 'react'
import { useNotify } from 'react-admin'
import { useQueryClient } from '@tanstack/react-query'
import { accountMessages } from '#domain/messages/panel-account'
import { Failed, Section } from '../layout/page-parts.tsx'
import { call, trpc, type Outputs } from '../providers/trpc-client.ts'
import { useTask, useLoad } from '../providers/use-task.ts'
import { dateTime } from '../format.ts'

const words = accountMessages.sessions

export const SessionsCard = () => {
  const {
    data: sessions,
    failure,
    retry,
  } = useLoad({
    queryKey: KEY,
    queryFn: async () => (await call(trpc.account.sessions.query())).data,
    gcTime: 0,
  })
  const list = useRef<HTMLUListElement>(null)
  const refresh = useRefreshSessions()
  // The pressed button is removed with its session.
  const ended = () => {
    list.current?.focus()
    refresh()
  }
  return (
    <Section title={words.title} note={words.note}>
      <Box sx={{ minHeight: 72 }} aria-busy={sessions === null && failure === null}>
        {failure !== null ? (
          <Failed text={words.failed} detail={failure} onRetry={retry} />
        ) : sessions === null ? (
          <Skeleton height={72} />
        ) : (
          <>
            <List disablePadding ref={list} tabIndex={-1} aria-label={words.list}>
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} onEnded={ended} />
              ))}
            </List>
            {sessions.length > 1 && <EndOthers onEnded={ended} />}
          </>
        )}
      </Box>
    </Section>
  )
}

const EndOthers = ({ onEnded }: { onEnded: () => void }) => {
  const notify = useNotify()
  const { busy, run } = useTask(words.endFailed)
  const end = () =>
    run(async () => {
      const { data } = await call(trpc.account.endOtherSessions.mutate())
      notify(words.othersEnded(data.ended), { type: 'success' })
      onEnded()
    })
  return (
    <Button variant="outlined" aria-disabled={busy} onClick={end} sx={{ mt: 3 }}>
      {words.endOthers}
    </Button>
  )
}

type Props = { session: LoginSession; onEnded: () => void }

const SessionRow = ({ session, onEnded }: Props) => {
  const notify = useNotify()
  const { busy, run } = useTask(words.endFailed)
  const browser = browserName(session.userAgent)
  const since = dateTime(session.createdAt)

  const end = () =>
    run(async () => {
      await call(trpc.account.endSession.mutate({ id: session.id }))
      notify(words.ended, { type: 'success' })
      onEnded()
    })
  return (
    <ListItem divider disableGutters aria-busy={busy} sx={{ gap: 3, py: 3, '&:first-of-type': { pt: 0 } }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{browser}</Typography>
        <Typography variant="body2" color="text.secondary">
          {words.times(since, dateTime(session.lastSeenAt))}
        </Typography>
        <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
          {words.from(session.ip)}
        </Typography>
      </Box>
      {session.current ? (
        <Chip size="small" variant="outlined" label={words.current} />
      ) : (
        <Button size="small" aria-disabled={busy} aria-label={words.endLabel(browser, since)} onClick={end}>
          {words.end}
        </Button>
      )}
    </ListItem>
  )
}

type LoginSession = Outputs['account']['sessions']['data'][number]

const KEY = ['account', 'sessions']

export function useRefreshSessions(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: KEY })
}

// Ordered, as most browsers also name their ancestors.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]
const OTHER_LENGTH = 60

/** 'Chrome on Windows', or the beginning of an unknown User-Agent. */
export function browserName(userAgent: string): string {
  const browser = nameIn(BROWSERS, userAgent)
  const system = nameIn(SYSTEMS, userAgent)
  const { browserOn, unknownBrowser } = accountMessages.sessions
  if (browser === null) return userAgent.slice(0, OTHER_LENGTH) || unknownBrowser
  return system === null ? browser : browserOn(browser, system)
}

const nameIn = (names: typeof BROWSERS, userAgent: string): string | null =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
