import ImageIcon from '@mui/icons-material/ImageOutlined'
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import PdfIcon from '@mui/icons-material/PictureAsPdfOutlined'
import { Box, Link, Typography } from '@mui/material'
import { formatSize } from '#domain/files'
import { documentMessages } from '#domain/messages/document'
import { submissionMessages } from '#domain/messages/panel-submission'
import { monthName } from '#domain/month-name'
import { dateTime, exactTime } from '../../format.ts'
import { isShowable } from '../../providers/files.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { DocumentKind } from './document-kind.tsx'
import { DownloadLink } from './download-link.tsx'
import { documentUrl } from './submission.ts'
import type { Listed } from './use-documents.ts'

const words = submissionMessages.list

type Props = {
  document: Listed
  submissionId: string
  timeZone: string
  /** Its View is where the focus was. */
  takesFocus: boolean
  onView: () => void
  onChanged?: () => void
}

/** One file: what it is, how large, when it came, and the two things to do with it. */
export const DocumentRow = ({ document, submissionId, timeZone, takesFocus, onView, onChanged }: Props) => {
  const isEdited = useCanPerform('submission.update') && !document.ofCompany
  const { id, originalFilename, fileType, fileSize, createdAt, later, addedBy } = document
  return (
    <Box component="li" sx={rowStyle}>
      <TypeIcon type={fileType} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{originalFilename}</Typography>
        <Typography variant="body2" color="text.secondary">
          <Box component="span" sx={isEdited ? printedStyle : undefined}>
            {nameOfKind(document)} ·{' '}
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
    </Box>
  )
}

const nameOfKind = ({ documentType, statementMonth }: Listed): string =>
  statementMonth === null
    ? documentMessages.types[documentType]
    : documentMessages.statementOf(monthName(statementMonth, 'en-US'))

/** For print; on the screen the fields show it. */
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

const rowStyle = {
  display: 'flex',
  gap: 3,
  py: 3,
  borderBottom: 1,
  borderColor: 'divider',
  '&:last-of-type': { borderBottom: 0 },
}
