import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import { Box, Button, LinearProgress, Typography } from '@mui/material'
import { useRef } from 'react'
import { ACCEPT_ATTRIBUTE } from '#domain/files'
import { documentMessages } from '#domain/messages/document'
import { fetchFile, saveFile } from '../../providers/files.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { useTask } from '../../providers/use-task.ts'
import type { Documents } from './use-documents.ts'
import { useUploads } from './use-uploads.ts'

const words = documentMessages.panel

type Props = { source: Documents; onChanged?: () => void }

/** Adds files to a submission and saves all of them. */
export const DocumentTools = ({ source, onChanged }: Props) => {
  const canAdd = useCanPerform('submission.update')
  const input = useRef<HTMLInputElement>(null)
  const { busy, run } = useTask(words.downloadFailed)
  const { uploads, add } = useUploads(source.url, () => {
    source.retry()
    onChanged?.()
  })
  const download = () =>
    run(async () => {
      saveFile(await fetchFile(`${source.url}/zip`, 'documents.zip'))
      onChanged?.()
    })
  return (
    <Box className="not-printed" sx={{ mb: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {canAdd && (
          <Button
            variant="outlined"
            size="small"
            startIcon={<UploadIcon />}
            onClick={() => input.current?.click()}
          >
            {words.add}
          </Button>
        )}
        <Button
          variant="outlined"
          size="small"
          startIcon={<DownloadIcon />}
          aria-disabled={busy}
          onClick={download}
        >
          {busy ? words.downloading : words.downloadAll}
        </Button>
      </Box>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPT_ATTRIBUTE}
        aria-label={words.add}
        onChange={({ target }) => {
          add([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <Box role="status">
        {uploads.map(({ key, name, percent, failure }) => (
          <Box key={key} sx={{ mt: 2 }}>
            <Typography variant="body2" color={failure === null ? 'text.secondary' : 'error'} sx={breakStyle}>
              {failure === null ? words.adding(name) : words.notAdded(name, failure)}
            </Typography>
            {failure === null && (
              <LinearProgress variant="determinate" value={percent} aria-label={words.adding(name)} />
            )}
          </Box>
        ))}
      </Box>
    </Box>
  )
}

const breakStyle = { overflowWrap: 'anywhere' }
