import { Link } from '@mui/material'
import { submissionMessages } from '#domain/messages/panel-submission'
import { fetchFile, saveFile } from '../../providers/files.ts'
import { useTask } from '../../providers/use-task.ts'

const words = submissionMessages.list

type Props = { url: string; name: string; title?: string; onSaved?: () => void }

/** Saves a file; `url` is under /api, `name` stands in where the server names none. */
export const DownloadLink = ({ url, name, title, onSaved }: Props) => {
  const { busy, run } = useTask(words.downloadFailed)
  const download = () =>
    run(async () => {
      saveFile(await fetchFile(`${url}?download=1`, name))
      onSaved?.()
    })
  return (
    <Link component="button" role="link" aria-disabled={busy} onClick={download} title={title}>
      {words.download}
    </Link>
  )
}
