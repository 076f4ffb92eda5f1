import { memo, useState } from 'react'
import { formatSize } from '#domain/files'
import type { FormMessages } from '#domain/messages/form'
import { useWords } from '../language/language-context.tsx'
import { FileIcon, ImageIcon, PdfIcon, RemoveIcon } from './file-icons.tsx'
import { StatementMonth } from './statement-slots.tsx'
import { isRejected, isUnderWay, type UploadItem } from './upload-item.ts'

type UploadRowProps = {
  item: UploadItem
  onRemove: (key: string) => void
  onRetry: (key: string) => void
  onMonth: ((key: string, month: string | null) => void) | undefined
}

export const UploadRow = memo(function UploadRow({ item, onRemove, onRetry, onMonth }: UploadRowProps) {
  const words = useWords()
  const text = words.uploads
  const underWay = isUnderWay(item)
  const state = outcomeText(words, item) ?? text.uploading(item.progress)
  return (
    <li className={`upload ${item.error ? 'failed' : item.state}`}>
      <Thumbnail item={item} />
      <div className="upload-text">
        <p className="upload-name" title={item.name}>
          {item.name}
        </p>
        <p className="upload-state">
          <span className="upload-size">{formatSize(item.size)}</span>
          <span>{state}</span>
        </p>
        {onMonth && !isRejected(item) && item.state !== 'checking' && (
          <StatementMonth item={item} onMonth={onMonth} />
        )}
        {item.hint && <p className="upload-hint">{item.hint(words)}</p>}
        <progress
          className="upload-progress"
          max={100}
          value={item.progress}
          aria-label={item.name}
          aria-valuetext={state}
          hidden={!underWay && item.state !== 'waiting' && item.state !== 'checking'}
        />
        {item.state === 'failed' && item.retryable && (
          <button type="button" className="link-button upload-retry" onClick={() => onRetry(item.key)}>
            {text.retry}
            <span className="only-heard"> {item.name}</span>
          </button>
        )}
      </div>
      <button
        type="button"
        className="icon-button"
        aria-label={underWay ? text.cancelFile(item.name) : text.removeFile(item.name)}
        title={underWay ? text.cancel : text.remove}
        // `disabled` would lose the focus.
        aria-disabled={item.state === 'removing'}
        onClick={() => onRemove(item.key)}
      >
        <RemoveIcon />
      </button>
    </li>
  )
})

function Thumbnail({ item }: { item: UploadItem }) {
  const { uploads } = useWords()
  const [unreadable, setUnreadable] = useState(false)
  if (item.preview !== null && !unreadable) {
    return (
      <img
        className="upload-icon"
        src={item.preview}
        alt={uploads.previewOf(item.name)}
        decoding="async"
        onError={() => setUnreadable(true)}
      />
    )
  }
  const Icon = item.type.startsWith('image/')
    ? ImageIcon
    : item.type === 'application/pdf'
      ? PdfIcon
      : FileIcon
  return (
    <span className="upload-icon">
      <Icon />
    </span>
  )
}

export function outcomeText(words: FormMessages, item: UploadItem): string | null {
  const { uploads } = words
  if (item.error) return item.error(words)
  switch (item.state) {
    case 'checking':
    case 'waiting':
      return uploads.waiting
    case 'uploading':
      return null
    case 'retrying':
      return item.reason?.(words) ?? uploads.retrying
    case 'removing':
      return uploads.removing
    case 'failed':
      return uploads.failed
    case 'done':
      return uploads.done
  }
}
