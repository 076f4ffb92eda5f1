import { Box, Button, Chip, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { LIMITS } from '#domain/limits'
import { documentMessages } from '#domain/messages/document'
import { requestMessages as words } from '#domain/messages/panel-request'
import { findRecipient, itemTitle } from '#domain/request'
import { askedMonths, statementSummary } from '#domain/statement-summary'
import { AppDialog, ConfirmDialog } from '../../dialogs/dialogs.tsx'
import { dateTime } from '../../format.ts'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { useTask } from '../../providers/use-task.ts'
import { CopyField } from '../../inputs/copy-field.tsx'
import { ListFailed } from '../../layout/page-parts.tsx'
import { usePackages, wantedOf } from '../funders/use-packages.ts'
import { RequestDialog, type Asking } from '../request-dialog.tsx'
import { parseFormData, type OpenedSubmission } from '../submission.ts'
import { useDesk } from '../use-desk.ts'
import { useTimelineChanged } from '../use-submission.ts'

type Mailed = { state: string; mailed: boolean | null; createdAt: string }
const isUnmailed = ({ state, mailed }: Mailed): boolean => state === 'open' && mailed === false
/** Requests of earlier releases never say whether they were mailed. */
const isMailWaiting = ({ mailed, createdAt }: Mailed): boolean =>
  mailed === null && Date.now() - Date.parse(createdAt) < LIMITS.requestMailWaitMs

export const SubmissionRequests = ({ submission }: { submission: OpenedSubmission }) => {
  const { id, timeZone } = submission
  const canAsk = useCanPerform('submission.update')
  const notify = useNotify()
  const { data, error, refetch } = useQuery({
    queryKey: ['requests', id],
    queryFn: async () => (await call(trpc.form.requests.query({ id }))).data,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.some(isMailWaiting) ? LIMITS.requestMailPollMs : false),
  })
  const wanted = wantedOf(usePackages(id).data ?? [], data?.[0]?.createdAt)
  const { busy, run } = useTask(words.failed)
  const changed = useTimelineChanged()
  const { change } = useDesk(words.failed)
  const [shown, setShown] = useState<
    { is: 'asking' } | { is: 'link'; url: string } | { is: 'ending'; request: string } | null
  >(null)
  const close = () => setShown(null)
  const recipient = findRecipient(parseFormData(submission.formData) ?? {})
  const showLink = (url: string | null) => setShown(url === null ? null : { is: 'link', url })

  const ask = async (asking: Asking) => {
    const made = await call(trpc.form.ask.mutate({ id, ...asking }))
    if (made.data.mailed === false) notify(words.notMailedText, { type: 'warning' })
    else notify(words.sent, { type: 'success' })
    showLink(made.data.link)
    void refetch()
    await change(id, () => trpc.form.deskChoices.query({ id }))
  }
  const takeBack = (request: string) =>
    run(async () => {
      await call(trpc.form.takeBackRequest.mutate({ id, request }))
      close()
      changed()
      void refetch()
    })
  const copyLink = (request: string) =>
    run(async () => {
      showLink((await call(trpc.form.requestLink.mutate({ id, request }))).data.url)
      changed()
    })

  if (error)
    return <ListFailed text={words.notLoaded} reason={error.message} onRetry={() => void refetch()} />
  return (
    <>
      {data && wanted.map((each) => <Wanted key={each.id} {...each} />)}
      {data?.length === 0 && <Typography color="text.secondary">{words.none}</Typography>}
      {data?.map((request) => (
        <Box key={request.id} component="article" sx={{ mb: 4, overflowWrap: 'anywhere' }}>
          <Chip
            size="small"
            label={words.states[request.state]}
            color={request.state === 'open' ? 'warning' : 'default'}
          />{' '}
          {isUnmailed(request) && (
            <Chip size="small" label={words.notMailed} color="error" variant="outlined" sx={{ mr: 1 }} />
          )}
          <Typography component="span" variant="body2" color="text.secondary">
            {words.askedBy(request.askedBy, dateTime(request.createdAt, timeZone))}
          </Typography>
          {request.message && (
            <Typography sx={{ mt: 1, whiteSpace: 'pre-line' }}>{request.message}</Typography>
          )}
          <Box component="ul" sx={{ my: 1, pl: 4 }}>
            {request.items.map(({ wanted, state }, index) => (
              <li key={index}>
                {itemTitle(wanted, 'en', null)} · {words.itemStates[state]}
              </li>
            ))}
          </Box>
          {canAsk && isUnmailed(request) && <Typography variant="body2">{words.notMailedText}</Typography>}
          {!request.reminders && <Typography variant="body2">{words.noReminders}</Typography>}
          {canAsk && request.state === 'open' && (
            <>
              <Button size="small" onClick={() => copyLink(request.id)}>
                {words.copy}
              </Button>
              <Button size="small" onClick={() => setShown({ is: 'ending', request: request.id })}>
                {words.takeBack}
              </Button>
            </>
          )}
        </Box>
      ))}
      {canAsk && data?.[0]?.state !== 'open' && (
        <Button
          className="not-printed"
          variant="outlined"
          sx={{ mt: 3 }}
          onClick={() => setShown({ is: 'asking' })}
        >
          {words.ask}
        </Button>
      )}
      {shown?.is === 'asking' && (
        <RequestDialog
          months={askedMonths(submission).filter((month) => !submission.statementMonths.includes(month))}
          other={wanted.map(({ text }) => text).join('\n')}
          onSend={ask}
          onClose={close}
        >
          <Typography>{recipient === '' ? words.noRecipient : words.recipient(recipient)}</Typography>
          <Typography>{documentMessages.statements(statementSummary(submission))}</Typography>
        </RequestDialog>
      )}
      {shown?.is === 'ending' && (
        <ConfirmDialog
          title={words.takeBack}
          text={words.takeBackText}
          confirmLabel={words.takeBack}
          busy={busy}
          onConfirm={() => takeBack(shown.request)}
          onClose={close}
        />
      )}
      {shown?.is === 'link' && (
        <AppDialog title={words.link} onClose={close}>
          <CopyField label={words.link} help={words.linkHelp} value={shown.url} />
        </AppDialog>
      )}
    </>
  )
}

/** What a funder asks for, until the staff ask the applicant. */
const Wanted = ({ funder, text }: { funder: string; text: string }) => (
  <Box component="article" sx={{ mb: 4, overflowWrap: 'anywhere' }}>
    <Chip size="small" color="warning" variant="outlined" label={words.draft} />{' '}
    <Typography component="span" variant="body2" color="text.secondary">
      {words.wantedBy(funder)}
    </Typography>
    <Typography sx={{ mt: 1, whiteSpace: 'pre-line' }}>{text}</Typography>
  </Box>
)
