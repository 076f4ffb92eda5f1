import { Box, Button, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { webhookMessages as words } from '#domain/messages/panel-webhook'
import { panelMessages } from '#domain/messages/panel'
import { dateTime } from '../../format.ts'
import { Failed } from '../../layout/failed.tsx'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useLostSession } from '../../providers/use-lost-session.ts'
import { useTask } from '../../providers/use-task.ts'

/** The last events of a webhook, and what became of them. */
export const WebhookLog = ({ id, timeZone }: { id: string; timeZone: string }) => {
  const { busy, run } = useTask(panelMessages.failures.unexpected)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['deliveries', id],
    queryFn: () => call(trpc.webhook.deliveries.query({ id, range: '[0,24]' })),
    retry: false,
    gcTime: 0,
  })
  useLostSession(error)
  const resend = async (delivery: string) => {
    await call(trpc.webhook.resend.mutate({ id: delivery }))
    await refetch()
  }
  return (
    <>
      <Typography variant="h3">{words.log}</Typography>
      {error && !isFetching ? (
        <Failed text={words.logFailed} detail={error.message} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={40} />
      ) : data.data.length === 0 ? (
        <Typography color="text.secondary">{words.noEvents}</Typography>
      ) : (
        <Box component="ul" aria-label={words.log} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.data.map(({ id: delivery, type, attemptedAt, ...outcome }) => (
            <Box component="li" key={delivery} sx={entryStyle}>
              <Box sx={{ minWidth: 0 }}>
                <Typography>{type}</Typography>
                <Typography variant="body2" color={outcome.failure === null ? 'text.secondary' : 'error'}>
                  {words.delivery(attemptedAt && dateTime(attemptedAt, timeZone), outcome)}
                </Typography>
              </Box>
              <Button
                size="small"
                aria-disabled={busy}
                onClick={() => run(() => resend(delivery))}
                sx={{ flexShrink: 0 }}
              >
                {words.resend}
              </Button>
            </Box>
          ))}
        </Box>
      )}
    </>
  )
}

const entryStyle = {
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: 2,
  py: 2,
  borderBottom: 1,
  borderColor: 'divider',
  '&:last-of-type': { borderBottom: 0 },
}
