import ImageIcon from '@mui/icons-material/ImageOutlined'
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import PdfIcon from '@mui/icons-material/PictureAsPdfOutlined'
import { Box, Button, Chip, Link, ListItem, NativeSelect, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { formatSize, STATEMENT_TYPE } from '#domain/files'
import { documentMessages } from '#domain/messages/document'
import { submissionMessages } from '#domain/messages/panel-submission'
import { describeType } from '#domain/statement-summary'
import { DOCUMENT_TYPES, isDocumentType, type Description } from '#domain/document-type'
import { monthName } from '#domain/month-name'
import { lastMonths } from '#domain/statement-month'
import { dateTime, exactTime } from '../../format.ts'
import { isShowable } from '../../providers/files.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { DownloadLink } from './download-link.tsx'
import { documentsKey, documentUrl, type Listed, type SubmissionDocument } from '../submission.ts'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useTask } from '../../providers/use-task.ts'

const words = submissionMessages.list

type Props = {
  document: Listed
  submissionId: string
  timeZone: string
  /** The focus was on its View. */
  takesFocus: boolean
  onView: () => void
  onChanged?: () => void
}

export const DocumentRow = ({ document, submissionId, timeZone, takesFocus, onView, onChanged }: Props) => {
  const isEdited = useCanPerform('submission.update') && !document.ofCompany
  const { id, originalFilename, fileType, fileSize, createdAt, later, addedBy } = document
  return (
    <ListItem divider disableGutters alignItems="flex-start" sx={{ gap: 3, py: 3 }}>
      <TypeIcon type={fileType} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{originalFilename}</Typography>
        <Typography variant="body2" color="text.secondary">
          <Box component="span" sx={isEdited ? printedStyle : undefined}>
            {describeType(document, 'en')} ·{' '}
          </Box>
          {formatSize(fileSize)} · {addedBy !== null && `${documentMessages.panel.addedBy(addedBy)} · `}
          {addedBy === null && later && `${words.addedLater} · `}
          <time dateTime={createdAt} title={exactTime(createdAt, timeZone)}>
            {dateTime(createdAt, timeZone)}
          </time>
        </Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 4, mt: 1 }}>
          {isShowable(fileType) && (
            <Link component="button" role="link" autoFocus={takesFocus} onClick={onView}>
              {words.view}
            </Link>
          )}
          <DownloadLink url={documentUrl(id)} name={originalFilename} onSaved={onChanged} />
          {isEdited && (
            <DocumentKind document={document} submissionId={submissionId} onDescribed={onChanged} />
          )}
        </Box>
      </Box>
    </ListItem>
  )
}

/** For print; on the screen, the select boxes show the type. */
const printedStyle = { display: 'none', '@media print': { display: 'inline' } }

const TypeIcon = ({ type }: { type: string }) => {
  const Icon = type.startsWith('image/') ? ImageIcon : type === 'application/pdf' ? PdfIcon : FileIcon
  return (
    <Icon
      color={type === 'application/pdf' ? 'error' : 'primary'}
      data-type={type}
      sx={{ mt: 0.5 }}
      aria-hidden
    />
  )
}

const kindWords = documentMessages.panel
const MONTHS = 15

type DocumentKindProps = { document: Listed; submissionId: string; onDescribed?: () => void }

const DocumentKind = ({ document, submissionId, onDescribed }: DocumentKindProps) => {
  const { id, originalFilename: name, documentType, statementMonth, suggested, createdAt } = document
  const queries = useQueryClient()
  const { busy, run } = useTask(kindWords.describeFailed)
  const describe = (description: Description) =>
    run(async () => {
      const { data } = await call(trpc.documents.describe.mutate({ id, ...description }))
      const queryKey = documentsKey(submissionId)
      queries.setQueryData<Listed[]>(queryKey, (all) =>
        all?.map((each) => (each.id === id ? { ...each, ...data } : each)),
      )
      // A list that was asked for before this change would undo it.
      if (queries.isFetching({ queryKey }) > 0) void queries.invalidateQueries({ queryKey })
      onDescribed?.()
    })
  return (
    <Box className="not-printed" sx={kindStyle}>
      <NativeSelect
        value={documentType}
        inputProps={{ 'aria-label': kindWords.typeOf(name), 'aria-disabled': busy }}
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
          inputProps={{ 'aria-label': kindWords.monthOf(name), 'aria-disabled': busy }}
          onChange={({ target: { value } }) => describe({ documentType, statementMonth: value || null })}
        >
          <option value="">{kindWords.unknownMonth}</option>
          {monthsFor(createdAt, statementMonth).map((month) => (
            <option key={month} value={month}>
              {monthName(month, 'en-US')}
            </option>
          ))}
        </NativeSelect>
      )}
      {suggested && (
        <>
          <Chip size="small" variant="outlined" label={kindWords.suggested} />
          <Button
            size="small"
            aria-label={kindWords.confirmOf(name)}
            aria-disabled={busy}
            onClick={() => describe({ documentType, statementMonth })}
          >
            {kindWords.confirm}
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
