import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import { Button, LinearProgress, Typography, type ButtonProps } from '@mui/material'
import { useEffect, useState } from 'react'
import { useListContext, useNotify } from 'react-admin'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { submissionMessages } from '#domain/messages/panel-submission'
import { AlertDialog } from '../dialogs/dialogs.tsx'
import { fetchFile, saveFile } from '../providers/files.ts'
import { useFailure } from '../providers/use-task.ts'

const words = submissionMessages.list

/** Milliseconds for which the alert stays at least, so that it can be read. */
const READABLE = 1_500

/** `path` under /api takes the list's `sort` and `filter`; `fileName` is used where the server names none. */
type Props = {
  path: string
  fileName: string
  note: string
  /** In place of the list's. */
  filter?: object
  button?: Pick<ButtonProps, 'variant' | 'size' | 'children'>
}

/** The server makes the CSV, as react-admin's exporter would hold the whole list in memory. */
export const ExportButton = ({ path, fileName, note, filter: given, button }: Props) => {
  const { filter, filterValues, sort } = useListContext()
  const [running, setRunning] = useState<AbortController | null>(null)
  const notify = useNotify()
  const fail = useFailure()
  useEffect(() => () => running?.abort(), [running])

  const run = async () => {
    const aborter = new AbortController()
    setRunning(aborter)
    const query = new URLSearchParams({
      sort: JSON.stringify([sort.field, sort.order]),
      filter: JSON.stringify(given ?? { ...filterValues, ...filter }),
    })
    try {
      const readable = new Promise((resolve) => setTimeout(resolve, READABLE))
      const file = await fetchFile(`/api${path}?${query}`, fileName, aborter.signal)
      saveFile(file)
      await readable
      if (!aborter.signal.aborted) notify(words.exported(file.name), { type: 'info' })
    } catch (error) {
      await fail(error, words.exportFailed)
    }
    setRunning((current) => (current === aborter ? null : current))
  }
  const stop = () => setRunning(null)
  return (
    <>
      <Button variant="contained" {...button} startIcon={<DownloadIcon />} onClick={() => void run()}>
        {button?.children ?? words.export}
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
