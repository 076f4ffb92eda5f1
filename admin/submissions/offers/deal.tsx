import { Box, Button, Link, Typography } from '@mui/material'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { Link as RouterLink } from 'react-router'
import { offerMessages as words } from '#domain/messages/panel-offer'
import { AppDialog, ConfirmDialog } from '../../dialogs/dialogs.tsx'
import { dateTime, dayInUtc, money } from '../../format.ts'
import { CopyField } from '../../inputs/copy-field.tsx'
import { Fact } from '../../layout/page-parts.tsx'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { useTask } from '../../providers/use-task.ts'
import { submissionPath, type OpenedSubmission } from '../submission.ts'
import { useTimelineChanged } from '../use-submission.ts'

/** What the submission was funded with, and links to the one that it renews and to its own renewals. */
export const Deal = ({ submission }: { submission: OpenedSubmission }) => {
  const { funding, renewalOf, renewals, timeZone, status } = submission
  const canRenew = useCanPerform('submission.update') && status === 'funded'
  return (
    <>
      {status === 'funded' && !funding && <Typography>{words.funded.unknown}</Typography>}
      {funding && (
        <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 6, rowGap: 2, m: 0 }}>
          <Fact label={words.funded.title}>{money(funding.amount)}</Fact>
          <Fact label={words.funded.day}>{dayInUtc(funding.fundedAt)}</Fact>
          <Fact label={words.facts.commission}>{money(funding.commission)}</Fact>
          {funding.splits.length > 0 && (
            <Fact label={words.funded.splits}>
              {funding.splits.map(({ name, percent }) => words.funded.split(name, percent)).join(', ')}
            </Fact>
          )}
          {funding.halfPaidAt !== null && (
            <Fact label={words.funded.half}>{dayInUtc(funding.halfPaidAt)}</Fact>
          )}
        </Box>
      )}
      {renewalOf !== null && (
        <Typography sx={{ mt: 2 }}>
          <Link component={RouterLink} to={submissionPath(renewalOf)}>
            {words.renewal.of}
          </Link>
        </Typography>
      )}
      {renewals.map(({ id, createdAt, submittedAt }) => (
        <Typography key={id} sx={{ mt: 2 }}>
          {submittedAt === null ? (
            words.renewal.begun(dateTime(createdAt, timeZone))
          ) : (
            <Link component={RouterLink} to={submissionPath(id)}>
              {words.renewal.sent(dateTime(submittedAt, timeZone))}
            </Link>
          )}
        </Typography>
      ))}
      {canRenew && <RenewButton id={submission.id} />}
    </>
  )
}

const RenewButton = ({ id }: { id: string }) => {
  const [shown, setShown] = useState<'question' | { url: string } | null>(null)
  const { busy, run } = useTask(words.renewal.failed)
  const notify = useNotify()
  const changed = useTimelineChanged()
  const close = () => setShown(null)
  const renew = () =>
    run(async () => {
      const { url } = (await call(trpc.form.renew.mutate({ id }))).data
      setShown(url === null ? null : { url })
      if (url === null) notify(words.renewal.mailed, { type: 'success' })
      changed()
    })
  return (
    <>
      <Button className="not-printed" variant="outlined" sx={{ mt: 3 }} onClick={() => setShown('question')}>
        {words.renewal.renew}
      </Button>
      {shown === 'question' && (
        <ConfirmDialog
          title={words.renewal.renew}
          text={words.renewal.text}
          confirmLabel={words.renewal.renew}
          busy={busy}
          onConfirm={renew}
          onClose={close}
        />
      )}
      {shown !== null && shown !== 'question' && (
        <AppDialog title={words.renewal.link} onClose={close}>
          <CopyField label={words.renewal.link} help={words.renewal.linkHelp} value={shown.url} />
        </AppDialog>
      )}
    </>
  )
}
