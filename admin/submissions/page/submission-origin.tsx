import { Button, Chip, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { submissionMessages } from '#domain/messages/panel-submission'
import { AppDialog } from '../../dialogs/dialogs.tsx'
import { CopyField } from '../../inputs/copy-field.tsx'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { useTask } from '../../providers/use-task.ts'
import { SectionList } from '../answers.tsx'
import type { OpenedSubmission } from '../submission.ts'
import { useTimelineChanged } from '../use-submission.ts'

const words = submissionMessages.origin

/** What a program told that sent the application. */
export const SubmissionOrigin = ({ submission }: { submission: OpenedSubmission }) => {
  const { externalId, metadata, applicant } = submission
  const facts = [
    [words.externalId, externalId ?? ''],
    [words.by, applicant?.by ?? ''],
    [words.told, [applicant?.ip, applicant?.userAgent].filter(Boolean).join(' · ')],
    ...Object.entries(metadata),
  ].map(([label = '', value = ''], at) => ({
    name: `${at}`,
    label,
    value,
    signature: false,
    sensitive: false,
  }))
  if (facts.every(({ value }) => value === '')) return null
  const groups = [{ key: 'origin', title: null, rows: facts }]
  return <SectionList sections={[{ key: 'signatures', title: words.title, groups }]} isWide />
}

export const NotSigned = ({ submission: { id, signed } }: { submission: OpenedSubmission }) => {
  const canAsk = useCanPerform('submission.update')
  const changed = useTimelineChanged()
  const { busy, run } = useTask(words.failed)
  const [shown, setShown] = useState<{ url: string; mailed: boolean } | 'asking' | null>(null)
  const [email, setEmail] = useState('')
  if (signed) return null
  const close = () => setShown(null)
  const ask = () =>
    run(async () => {
      setShown((await call(trpc.form.requestSignature.mutate({ id, signer: 1, email }))).data)
      changed()
    })
  return (
    <>
      <Chip color="warning" variant="outlined" label={words.notSigned} sx={{ mt: 3, mr: 3 }} />
      {canAsk && (
        <Button className="not-printed" size="small" sx={{ mt: 3 }} onClick={() => setShown('asking')}>
          {words.ask}
        </Button>
      )}
      {shown === 'asking' && (
        <AppDialog
          title={words.ask}
          isPinned={busy}
          onClose={close}
          actions={
            <Button variant="contained" aria-disabled={busy} onClick={ask}>
              {words.make}
            </Button>
          }
        >
          <TextField
            fullWidth
            type="email"
            label={words.email}
            helperText={words.emailHelp}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        </AppDialog>
      )}
      {shown !== null && shown !== 'asking' && (
        <AppDialog title={words.link} onClose={close}>
          <Typography sx={{ mb: 4 }}>{shown.mailed ? words.mailed : words.notMailed}</Typography>
          <CopyField label={words.link} help={words.linkHelp} value={shown.url} />
        </AppDialog>
      )}
    </>
  )
}
