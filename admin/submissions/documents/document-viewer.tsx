import ArrowBack from '@mui/icons-material/ArrowBack'
import { Box, Button, Typography } from '@mui/material'
import { useCallback, useState } from 'react'
import { submissionMessages } from '#domain/messages/panel-submission'
import { FilePreview } from '../../preview/file-preview.tsx'
import { useInView } from '../../preview/near.tsx'
import { PreviewLoading } from '../../preview/zoom.tsx'
import { documentUrl, type Listed } from '../submission.ts'
import { DownloadLink } from './download-link.tsx'

type Props = { documents: readonly Listed[]; onBack: () => void; onOpened?: () => void }

/** Shows the first document, and each next one once it is scrolled to, as the server records each reading. */
export const DocumentViewer = ({ documents, onBack, onOpened }: Props) => {
  const [reached, setReached] = useState(0)
  const reachNext = useCallback(() => setReached((last) => last + 1), [])
  return (
    <>
      <Box sx={headStyle}>
        <Button
          autoFocus
          size="small"
          startIcon={<ArrowBack />}
          onClick={onBack}
          sx={{ minHeight: 36, ml: -1.5 }}
        >
          {submissionMessages.preview.back}
        </Button>
      </Box>
      {documents.slice(0, reached + 2).map(({ id, originalFilename: name }, at) => (
        <Box key={id} component="article" aria-label={name} sx={{ mb: 6 }}>
          <Box sx={titleStyle}>
            <Typography component="h3" variant="h3" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {name}
            </Typography>
            <DownloadLink url={documentUrl(id)} name={name} onSaved={onOpened} />
          </Box>
          {/* High enough that the next one is not in view by itself. */}
          <Box sx={{ minHeight: '80dvh' }}>
            {at <= reached ? (
              <FilePreview url={documentUrl(id)} name={name} onLoaded={onOpened} />
            ) : (
              <Ahead onReach={reachNext} />
            )}
          </Box>
        </Box>
      ))}
    </>
  )
}

const Ahead = ({ onReach }: { onReach: () => void }) => {
  const look = useCallback(
    ({ isIntersecting }: IntersectionObserverEntry) => {
      if (isIntersecting) onReach()
    },
    [onReach],
  )
  return (
    <div ref={useInView(look)}>
      <PreviewLoading />
    </div>
  )
}

const headStyle = {
  position: 'sticky',
  top: 'var(--viewer-top, 0px)',
  zIndex: 2,
  backgroundColor: 'background.paper',
  '& ~ article': { '--bar-top': 'calc(var(--viewer-top, 0px) + 36px)' },
}

const titleStyle = { display: 'flex', justifyContent: 'space-between', gap: 3, my: 2 }
