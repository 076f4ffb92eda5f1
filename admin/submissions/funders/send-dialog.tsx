import { Alert, Box, Typography } from '@mui/material'
import { useState } from 'react'
import { BooleanInput, CheckboxGroupInput, TextInput, useNotify } from 'react-admin'
import { type FieldValues, useWatch } from 'react-hook-form'
import { STATEMENT_TYPE } from '#domain/files'
import { toText } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { packageMessages as words } from '#domain/messages/panel-package'
import { ConfirmDialog } from '../../dialogs/dialogs.tsx'
import { FormDialog, UnsavedQuestion } from '../../dialogs/form-dialog.tsx'
import { ApiError } from '../../providers/request.ts'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import type { Listed } from '../submission.ts'
import { useDesk } from '../use-desk.ts'
import type { FunderFit } from './fit-table.tsx'

type Props = {
  id: string
  rows: readonly FunderFit[]
  documents: readonly Listed[]
  onSent: () => void
  onClose: () => void
}
type Question = { title: string; text: string; confirmLabel: string; settle: (isAgreed: boolean) => void }

const toIds = (value: unknown): string[] => (Array.isArray(value) ? value.map(toText) : [])

export const SendDialog = ({ id, rows, documents, onSent, onClose }: Props) => {
  const [question, setQuestion] = useState<Question | null>(null)
  const [isEmpty, setEmpty] = useState(false)
  const canExport = useCanPerform('submission.export')
  const notify = useNotify()
  const { change } = useDesk(words.sendFailed)
  const own = canExport ? documents.filter(({ ofCompany }) => !ofCompany) : []
  // Bank statements are ticked at first; other files go only if somebody ticks them.
  const [defaults] = useState({
    funderIds: [],
    documentIds: own.flatMap(({ id: each, documentType }) => (documentType === STATEMENT_TYPE ? [each] : [])),
    withApplication: true,
    withCashFlow: true,
    message: '',
  })

  const ask = async (asked: Omit<Question, 'settle'>): Promise<boolean> => {
    const isAgreed = await new Promise<boolean>((settle) => setQuestion({ ...asked, settle }))
    setQuestion(null)
    return isAgreed
  }
  const funderName = (each: string) => rows.find(({ funder }) => funder.id === each)?.funder.name ?? each
  const fileName = (each: string) =>
    own.find((document) => document.id === each)?.originalFilename ?? words.otherFile
  /** What the sender agrees to when the server asks; null where it asks for nothing. */
  const toQuestion = ({ code, ids }: ApiError) =>
    code === 'sent_recently'
      ? {
          title: words.againTitle,
          text: words.again(ids.map(funderName)),
          confirmLabel: words.againAction,
          agreed: { again: true },
        }
      : code === 'cannot_mark'
        ? {
            title: words.unmarkedTitle,
            text: words.unmarked(ids.map(fileName)),
            confirmLabel: words.unmarkedAction,
            agreed: { unmarked: [...ids] },
          }
        : null

  const post = async (
    chosen: ReturnType<typeof toChosen>,
    agreed: { again?: boolean; unmarked?: string[] } = {},
  ): Promise<number | null> => {
    try {
      return (await call(trpc.form.sendPackages.mutate({ id, ...chosen, ...agreed }))).data.length
    } catch (error) {
      const asked = error instanceof ApiError ? toQuestion(error) : null
      if (asked === null) throw error
      const { agreed: more, ...shown } = asked
      return (await ask(shown)) ? post(chosen, { ...agreed, ...more }) : null
    }
  }

  const send = async (values: FieldValues) => {
    const chosen = toChosen(values)
    setEmpty(isNothing(chosen))
    if (isNothing(chosen)) return undefined
    const count = await post(chosen)
    if (count === null) return undefined
    notify(words.sent(count), { type: 'success' })
    onSent()
    await change(id, () => trpc.form.deskChoices.query({ id }))
    return undefined
  }

  return (
    <>
      <FormDialog
        title={words.send}
        submitLabel={words.sendAction}
        busyLabel={words.sending}
        defaultValues={defaults}
        failure={words.sendFailed}
        send={send}
        onClose={onClose}
      >
        <UnsavedQuestion />
        <CheckboxGroupInput
          source="funderIds"
          label={words.choose.funders}
          row={false}
          choices={rows.map(({ funder, score }) => ({
            id: funder.id,
            name: funder.emails.length > 0 ? words.scored(funder.name, score) : words.noAddress(funder.name),
            disabled: funder.emails.length === 0,
          }))}
          translateChoice={false}
          helperText={false}
        />
        <BooleanInput source="withApplication" label={words.application} helperText={false} />
        <BooleanInput source="withCashFlow" label={words.cashFlow} helperText={false} />
        {own.length > 0 ? (
          <CheckboxGroupInput
            source="documentIds"
            label={words.choose.documents}
            row={false}
            choices={own.map((document) => ({ id: document.id, name: document.originalFilename }))}
            translateChoice={false}
            helperText={false}
          />
        ) : (
          <Typography color="text.secondary">{canExport ? words.noDocuments : words.noExport}</Typography>
        )}
        <TextInput
          source="message"
          label={words.message}
          helperText={words.messageHelp}
          multiline
          minRows={2}
          slotProps={{ htmlInput: { maxLength: LIMITS.longTextLength } }}
        />
        <Preview rows={rows} fileName={fileName} isEmpty={isEmpty} />
      </FormDialog>
      {question && (
        <ConfirmDialog
          {...question}
          onConfirm={() => question.settle(true)}
          onClose={() => question.settle(false)}
        />
      )}
    </>
  )
}

const toChosen = ({ funderIds, documentIds, withApplication, withCashFlow, message }: FieldValues) => ({
  funderIds: toIds(funderIds),
  documentIds: toIds(documentIds),
  withApplication: withApplication === true,
  withCashFlow: withCashFlow === true,
  message: toText(message).trim(),
})

const isNothing = ({ funderIds, documentIds, withApplication, withCashFlow }: ReturnType<typeof toChosen>) =>
  funderIds.length === 0 || !(withApplication || withCashFlow || documentIds.length > 0)

type PreviewProps = Pick<Props, 'rows'> & { fileName: (id: string) => string; isEmpty: boolean }

const Preview = ({ rows, fileName, isEmpty }: PreviewProps) => {
  const chosen = toChosen(useWatch())
  const canReveal = useCanPerform('submission.reveal')
  const funders = rows.filter(({ funder }) => chosen.funderIds.includes(funder.id))
  const names = chosen.documentIds.map(fileName)
  const lines = [
    ...(chosen.withApplication
      ? [
          canReveal ? words.full : words.masked,
          ...funders.map(({ funder }) => words[funder.hidesContact ? 'hidden' : 'shown'](funder.name)),
        ]
      : []),
    ...(chosen.withCashFlow ? [words.goesCashFlow] : []),
    ...(names.length > 0 ? [words.goesDocuments(names), words.mayShow] : []),
    ...(chosen.message === '' ? [] : [words.goesMessage]),
  ]
  if (isNothing(chosen)) return isEmpty && <Alert severity="error">{words.nothing}</Alert>
  return (
    <Box component="section" aria-label={words.preview} sx={previewStyle}>
      <Typography variant="h3" sx={{ mb: 2 }}>
        {words.preview}
      </Typography>
      {funders.map(({ funder }) => (
        <Typography key={funder.id} variant="body2">
          {words.mailTo(funder.name, funder.emails.join(', '))} {funder.asksCode && words.asksCode}
        </Typography>
      ))}
      <Box component="ul" sx={{ my: 2, pl: 4 }}>
        {lines.map((line) => (
          <Typography key={line} component="li" variant="body2">
            {line}
          </Typography>
        ))}
      </Box>
      <Typography variant="body2">{words.marked}</Typography>
    </Box>
  )
}

const previewStyle = { border: 1, borderColor: 'divider', borderRadius: 1, p: 3, overflowWrap: 'anywhere' }
