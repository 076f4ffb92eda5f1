import { Button } from '@mui/material'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { submissionMessages } from '#domain/messages/panel-submission'
import { toReference } from '#domain/reference'
import { ConfirmDialog } from '../../dialogs/confirm-dialog.tsx'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { useTask } from '../../providers/use-task.ts'

const words = submissionMessages.links

/** Ends the receipt and the mailed links by which the applicant reaches the submission. */
export const SubmissionLinks = ({ id, onEnded }: { id: string; onEnded: () => void }) => {
  const mayEnd = useCanPerform('submission.end-links')
  const [isAsking, setAsking] = useState(false)
  const { busy, run } = useTask(words.failed)
  const notify = useNotify()
  const end = () =>
    run(async () => {
      await call(trpc.form.endApplicantLinks.mutate({ id }))
      setAsking(false)
      notify(words.ended, { type: 'success' })
      onEnded()
    })
  if (!mayEnd) return null
  return (
    <>
      <Button variant="outlined" size="small" onClick={() => setAsking(true)} sx={{ minHeight: 36 }}>
        {words.end}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={words.endTitle(toReference(id))}
          text={words.endText}
          confirmLabel={words.end}
          isDestructive
          busy={busy}
          onConfirm={end}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
