import ImageIcon from '@mui/icons-material/ImageOutlined'
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined'
import PdfIcon from '@mui/icons-material/PictureAsPdfOutlined'
import { Box, Link, Typography } from '@mui/material'
import { formatSize } from '#domain/files'
import { getOwn } from '#domain/get-own'
import { submissionMessages } from '#domain/messages/panel-submission'
import { monthName } from '#domain/month-name'
import { dateTime, exactTime } from '../../format.ts'
import { isShowable } from '../../providers/files.ts'
import { DownloadLink } from './download-link.tsx'
import { documentUrl, type SubmissionDocument } from './submission.ts'

const words = submissionMessages.list
const TYPE_NAMES: Readonly<Record<string, string>> = words.documentTypes

type Props = {
  document: SubmissionDocument
  timeZone: string
  /** Its View is where the focus was. */
  takesFocus: boolean
  onView: () => void
  onSaved?: () => void
}

/** One file: what it is, how large, when it came, and the two things to do with it. */
export const DocumentRow = ({ document, timeZone, takesFocus, onView, onSaved }: Props) => {
  const { id, originalFilename, documentType, fileType, fileSize, createdAt, later, statementMonth } =
    document
  return (
    <Box component="li" sx={rowStyle}>
      <TypeIcon type={fileType} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{originalFilename}</Typography>
        <Typography variant="body2" color="text.secondary">
          {statementMonth
            ? words.statementOf(monthName(statementMonth, 'en-US'))
            : (getOwn(TYPE_NAMES, documentType) ?? documentType)}{' '}
          · {formatSize(fileSize)} · {later && `${words.addedLater} · `}
          <time dateTime={createdAt} title={exactTime(createdAt, timeZone)}>
            {dateTime(createdAt, timeZone)}
          </time>
        </Typography>
        <Box sx={{ display: 'flex', gap: 4, mt: 1 }}>
          {isShowable(fileType) && (
            <Link component="button" role="link" autoFocus={takesFocus} onClick={onView}>
              {words.view}
            </Link>
          )}
          <DownloadLink url={documentUrl(id)} name={originalFilename} onSaved={onSaved} />
        </Box>
      </Box>
    </Box>
  )
}

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
