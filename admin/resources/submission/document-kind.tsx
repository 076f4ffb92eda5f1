import { Box, Button, Chip, NativeSelect } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { DOCUMENT_TYPES, isDocumentType, type Description } from '#domain/document-type'
import { STATEMENT_TYPE } from '#domain/files'
import { documentMessages } from '#domain/messages/document'
import { monthName } from '#domain/month-name'
import { lastMonths } from '#domain/statement-month'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useTask } from '../../providers/use-task.ts'
import type { SubmissionDocument } from './submission.ts'
import { documentsKey, type Listed } from './use-documents.ts'

const words = documentMessages.panel
const MONTHS = 15

type Props = { document: Listed; submissionId: string; onDescribed?: () => void }

/** What a file is and which month a statement covers, to be set in place. */
export const DocumentKind = ({ document, submissionId, onDescribed }: Props) => {
  const { id, originalFilename: name, documentType, statementMonth, suggested, createdAt } = document
  const queries = useQueryClient()
  const { busy, run } = useTask(words.describeFailed)
  const describe = (description: Description) =>
    run(async () => {
      const { data } = await call(trpc.documents.describe.mutate({ id, ...description }))
      queries.setQueryData<Listed[]>(documentsKey(submissionId), (all) =>
        all?.map((each) => (each.id === id ? { ...each, ...data } : each)),
      )
      onDescribed?.()
    })
  return (
    <Box className="not-printed" sx={kindStyle}>
      <NativeSelect
        value={documentType}
        inputProps={{ 'aria-label': words.typeOf(name), 'aria-disabled': busy }}
        onChange={({ target: { value } }) =>
          isDocumentType(value) && describe({ documentType: value, statementMonth: null })
        }
      >
        {DOCUMENT_TYPES.map((type) => (
          <option key={type} value={type}>
            {documentMessages.types[type]}
          </option>
        ))}
      </NativeSelect>
      {documentType === STATEMENT_TYPE && (
        <NativeSelect
          value={statementMonth ?? ''}
          inputProps={{ 'aria-label': words.monthOf(name), 'aria-disabled': busy }}
          onChange={({ target: { value } }) => describe({ documentType, statementMonth: value || null })}
        >
          <option value="">{words.noMonth}</option>
          {monthsFor(createdAt, statementMonth).map((month) => (
            <option key={month} value={month}>
              {monthName(month, 'en-US')}
            </option>
          ))}
        </NativeSelect>
      )}
      {suggested && (
        <>
          <Chip size="small" variant="outlined" label={words.suggested} />
          <Button
            size="small"
            aria-label={words.confirmOf(name)}
            aria-disabled={busy}
            onClick={() => describe({ documentType, statementMonth })}
          >
            {words.confirm}
          </Button>
        </>
      )}
    </Box>
  )
}

const monthsFor = (createdAt: SubmissionDocument['createdAt'], known: string | null): string[] => {
  const months = [createdAt.slice(0, 7), ...lastMonths(createdAt, MONTHS)]
  return known === null || months.includes(known) ? months : [known, ...months]
}

const kindStyle = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, minHeight: 36 }
