import { memo, useState } from 'react'
import { formatSize } from '#domain/files'
import { formMessages } from '#domain/messages/form'
import { FileIcon, ImageIcon, PdfIcon, RemoveIcon } from '../icons.tsx'
import type { UploadItem } from '../upload-queue.ts'

type UploadRowProps = { item: UploadItem; onRemove: (key: string) => void; onRetry: (key: string) => void }

const text = formMessages.uploads

/** One attached file: what it is, how far it is in words and as a line, and what can be done with it. */
export const UploadRow = memo(function UploadRow({ item, onRemove, onRetry }: UploadRowProps) {
  const removable = item.state !== 'uploading' && item.state !== 'removing'
  return (
    <li className={`upload ${item.error ? 'failed' : item.state}`}>
      <Thumbnail item={item} />
      <div className="upload-text">
        <p className="upload-name" title={item.name}>
          {item.name}
        </p>
        <p className="upload-state">
          <span className="upload-size">{formatSize(item.size)}</span>
          <span>{item.error ?? stateText(item)}</span>
          {item.state === 'failed' && item.retryable && (
            <button type="button" className="link-button" onClick={() => onRetry(item.key)}>
              {text.retry}
            </button>
          )}
        </p>
        <progress
          className="upload-progress"
          max={100}
          value={item.progress}
          aria-label={item.name}
          hidden={item.state !== 'uploading' && item.state !== 'waiting'}
        />
      </div>
      {removable && (
        <button
          type="button"
          className="icon-button"
          aria-label={text.removeFile(item.name)}
          title={text.remove}
          onClick={() => onRemove(item.key)}
        >
          <RemoveIcon />
        </button>
      )}
    </li>
  )
})

function Thumbnail({ item }: { item: UploadItem }) {
  const [unreadable, setUnreadable] = useState(false)
  if (item.preview !== null && !unreadable) {
    const alt = text.previewOf(item.name)
    return <img className="upload-icon" src={item.preview} alt={alt} onError={() => setUnreadable(true)} />
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

function stateText(item: UploadItem): string {
  switch (item.state) {
    case 'waiting':
      return text.waiting
    case 'uploading':
      return text.uploading(item.progress)
    case 'removing':
      return text.removing
    case 'failed':
      return text.failed
    case 'done':
      return text.done
  }
}
