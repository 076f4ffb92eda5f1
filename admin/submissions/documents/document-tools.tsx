import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import { Box, Button, LinearProgress, Typography } from '@mui/material'
import { useRef, useState } from 'react'
import { ACCEPT_ATTRIBUTE } from '#domain/files'
import { documentMessages } from '#domain/messages/document'
import { fetchFile, saveFile, uploadFile } from '../../providers/files.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { useTask } from '../../providers/use-task.ts'
import { ApiError } from '../../providers/request.ts'

const words = documentMessages.panel

type Props = { source: { url: string; retry: () => void }; onChanged?: () => void }

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

type Upload = { key: number; name: string; percent: number; failure: string | null }

/** Sends files one by one; failed ones stay listed until the next files are chosen. */
function useUploads(url: string, onAdded: () => void) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const last = useRef(0)
  const line = useRef(Promise.resolve())
  const change = (key: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...part } : each)))

  const send = async (key: number, file: File) => {
    try {
      await uploadFile(url, file, (percent) => change(key, { percent }))
      setUploads((all) => all.filter((each) => each.key !== key))
      onAdded()
    } catch (error) {
      change(key, { failure: error instanceof ApiError ? error.message : documentMessages.panel.failed })
    }
  }
  const add = (files: File[]) => {
    const chosen = files.map((file) => ({ file, key: (last.current += 1) }))
    const added = chosen.map(({ file, key }) => ({ key, name: file.name, percent: 0, failure: null }))
    setUploads((all) => [...all.filter(({ failure }) => failure === null), ...added])
    for (const { file, key } of chosen) line.current = line.current.then(() => send(key, file))
  }
  return { uploads, add }
}
