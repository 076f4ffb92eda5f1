import { Box, Button, Chip, Typography } from '@mui/material'
import { useState } from 'react'
import { TextInput } from 'react-admin'
import type { FieldValues } from 'react-hook-form'
import { toText } from '#domain/json'
import { submissionMessages } from '#domain/messages/panel-submission'
import { AppDialog } from '../../dialogs/dialogs.tsx'
import { FormDialog } from '../../dialogs/form-dialog.tsx'
import { CopyField } from '../../inputs/copy-field.tsx'
import { isEmailOrNone } from '../../inputs/email-or-none.ts'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { SectionList } from '../answers.tsx'
import { findUnsigned, type OpenedSubmission, parseFormData, type Signer } from '../submission.ts'
import { useTimelineChanged } from '../use-submission.ts'

const words = submissionMessages.origin

/** What the program said about itself and the applicant that sent the application in. */
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
  return (
    <Box sx={{ mt: 5 }}>
      <SectionList sections={[{ key: 'signatures', title: words.title, groups }]} isWide />
    </Box>
  )
}

/** Signatures that staff can ask for. An application that came by the form may lack the first one on purpose. */
export const NotSigned = ({ submission }: { submission: OpenedSubmission }) => {
  const { id, formData } = submission
  const canAsk = useCanPerform('submission.update')
  const changed = useTimelineChanged()
  const [shown, setShown] = useState<{ url: string; mailed: boolean } | Signer | null>(null)
  const unsigned = findUnsigned(submission)
  const { email = '', secondSignerEmail = '' } = parseFormData(formData) ?? {}
  const close = () => setShown(null)
  const askFrom = (signer: Signer) => async (sent: FieldValues) => {
    const asked = await call(
      trpc.form.requestSignature.mutate({ id, signer, email: toText(sent.email).trim() }),
    )
    setShown(asked.data)
    changed()
    return undefined
  }
  return (
    <>
      {unsigned.includes(1) && (
        <Chip color="warning" variant="outlined" label={words.notSigned} sx={{ mt: 3, mr: 3 }} />
      )}
      {canAsk &&
        unsigned.map((signer) => (
          <Button
            key={signer}
            className="not-printed"
            size="small"
            sx={{ mt: 3, mr: 3 }}
            onClick={() => setShown(signer)}
          >
            {words.ask[signer]}
          </Button>
        ))}
      {typeof shown === 'number' && (
        <FormDialog
          title={words.ask[shown]}
          submitLabel={words.make}
          failure={words.failed}
          defaultValues={{ email: shown === 1 ? email : secondSignerEmail }}
          noValidate
          send={askFrom(shown)}
          onClose={close}
        >
          <Typography>{words.askText}</Typography>
          <TextInput
            source="email"
            type="email"
            label={words.email[shown]}
            helperText={words.emailHelp}
            validate={isEmailOrNone}
          />
        </FormDialog>
      )}
      {shown !== null && typeof shown === 'object' && (
        <AppDialog title={words.link} onClose={close}>
          <Typography sx={{ mb: 4 }}>{shown.mailed ? words.mailed : words.notMailed}</Typography>
          <CopyField label={words.link} help={words.linkHelp} value={shown.url} />
        </AppDialog>
      )}
    </>
  )
}
