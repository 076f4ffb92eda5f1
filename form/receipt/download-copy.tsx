import { useState } from 'react'
import { applicationApi } from '../calls/application-api.ts'
import { ApiError } from '../calls/api-error.ts'
import { useReceiptWords } from './receipt-words.ts'

export function DownloadCopy({ token, name }: { token: string; name: string }) {
  const text = useReceiptWords()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  const download = async () => {
    if (busy) return
    setBusy(true)
    setProblem('')
    try {
      save(await applicationApi.copy(token), name)
    } catch (error) {
      setProblem((error instanceof ApiError && error.message) || text.notCopied)
    }
    setBusy(false)
  }

  return (
    <>
      {/* `disabled` would lose the focus. */}
      <button type="button" className="button primary" aria-disabled={busy} onClick={() => void download()}>
        {busy ? text.copying : text.copy}
      </button>
      <p className={problem ? 'note problem' : 'note'} role="status">
        {problem || text.copyNote}
      </p>
    </>
  )
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // Browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
