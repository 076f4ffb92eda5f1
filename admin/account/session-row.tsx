import { Box, Button, Chip, Typography } from '@mui/material'
import { useNotify } from 'react-admin'
import { accountMessages } from '#domain/messages/panel-account'
import { dateTime } from '../format.ts'
import { call, trpc } from '../providers/trpc-client.ts'
import { useTask } from '../providers/use-task.ts'
import { browserName } from './browser-name.ts'
import type { LoginSession } from './use-sessions.ts'

const words = accountMessages.sessions

type Props = { session: LoginSession; onEnded: () => void }

export const SessionRow = ({ session, onEnded }: Props) => {
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
    <Box component="li" aria-busy={busy} sx={rowStyle}>
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
    </Box>
  )
}

const rowStyle = {
  display: 'flex',
  gap: 3,
  py: 3,
  alignItems: 'center',
  borderBottom: 1,
  borderColor: 'divider',
  '&:first-of-type': { pt: 0 },
  '&:last-of-type': { borderBottom: 0 },
}
