import { Box, Button, Skeleton } from '@mui/material'
import { useRef } from 'react'
import { useNotify } from 'react-admin'
import { accountMessages } from '#domain/messages/panel-account'
import { Failed } from '../layout/failed.tsx'
import { call, trpc } from '../providers/trpc-client.ts'
import { useTask } from '../providers/use-task.ts'
import { AccountCard } from './account-card.tsx'
import { SessionRow } from './session-row.tsx'
import { useRefreshSessions, useSessions } from './use-sessions.ts'

const words = accountMessages.sessions

export const SessionsCard = () => {
  const { sessions, failure, retry } = useSessions()
  const list = useRef<HTMLUListElement>(null)
  const refresh = useRefreshSessions()
  // The pressed button disappears with its session.
  const ended = () => {
    list.current?.focus()
    refresh()
  }
  return (
    <AccountCard title={words.title} note={words.note}>
      <Box sx={{ minHeight: 72 }} aria-busy={sessions === null && failure === null}>
        {failure !== null ? (
          <Failed text={words.failed} detail={failure} onRetry={retry} />
        ) : sessions === null ? (
          <Skeleton height={72} />
        ) : (
          <>
            <Box
              component="ul"
              ref={list}
              tabIndex={-1}
              aria-label={words.list}
              sx={{ listStyle: 'none', m: 0, p: 0 }}
            >
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} onEnded={ended} />
              ))}
            </Box>
            {sessions.length > 1 && <EndOthers onEnded={ended} />}
          </>
        )}
      </Box>
    </AccountCard>
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
