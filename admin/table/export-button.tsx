import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import { Button, LinearProgress, Typography } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { useListContext, useNotify } from 'react-admin'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { submissionMessages } from '#domain/messages/panel-submission'
import { AlertDialog } from '../dialogs/alert-dialog.tsx'
import { fetchFile, saveFile } from '../providers/files.ts'
import { useFailure } from '../providers/use-failure.ts'

const words = submissionMessages.list

/** The alert stays this long at least, in milliseconds, so that it can be read. */
const READABLE = 1_500

type Props = {
  /** The call under /api; it takes the list's `sort` and `filter`. */
  path: string
  /** Where the server names none. */
  fileName: string
  /** What the file holds. */
  note: string
}

/** Shows 'Exporting...' while the CSV of what search and order show is on its way, then saves it. */
export const ExportButton = ({ path, fileName, note }: Props) => {
  const { filter, filterValues, sort } = useListContext()
  const { running, start, stop } = useExport(fileName)
  const query = new URLSearchParams({
    sort: JSON.stringify([sort.field, sort.order]),
    filter: JSON.stringify({ ...filterValues, ...filter }),
  })
  return (
    <>
      <Button
        variant="contained"
        startIcon={<DownloadIcon fontSize="small" />}
        onClick={() => start(`/api${path}?${query}`)}
        sx={{ minHeight: 40 }}
      >
        {words.export}
      </Button>
      {running && (
        <AlertDialog
          title={words.export}
          text={words.exporting}
          closeLabel={dialogMessages.cancel}
          onClose={stop}
        >
          <Typography variant="body2" color="text.secondary" sx={{ mt: 1, mb: 3 }}>
            {note}
          </Typography>
          <LinearProgress aria-hidden />
        </AlertDialog>
      )}
    </>
  )
}

function useExport(fileName: string) {
  const [running, setRunning] = useState(false)
  const aborter = useRef<AbortController>(null)
  const notify = useNotify()
  const fail = useFailure()
  useEffect(() => () => aborter.current?.abort(), [])

  const run = async (url: string) => {
    const { signal } = (aborter.current = new AbortController())
    setRunning(true)
    try {
      const readable = new Promise((resolve) => setTimeout(resolve, READABLE))
      const file = await fetchFile(url, fileName, signal)
      saveFile(file)
      await readable
      if (!signal.aborted) notify(words.exported(file.name), { type: 'info' })
    } catch (error) {
      await fail(error, words.exportFailed)
    } finally {
      if (!signal.aborted) setRunning(false)
    }
  }
  const stop = () => {
    aborter.current?.abort()
    setRunning(false)
  }
  return { running, start: (url: string) => void run(url), stop }
}
