import { memo, useState } from 'react'
import { formatSize } from '#domain/files'
import type { FormMessages } from '#domain/messages/form'
import { useWords } from '../language/language-context.tsx'
import { icon } from '../icons.tsx'
import { FileDescription } from './file-description.tsx'
import { isRejected, type UploadRowsProps } from './files.ts'
import { StatementNote } from './statement-note.tsx'
import { isUnderWay, type UploadItem } from './upload-item.ts'

type UploadRowProps = {
  item: UploadItem
  onRemove: (key: string) => void
  onRetry: (key: string) => void
  onDescribe: UploadRowsProps['onDescribe']
  onUnlock: UploadRowsProps['onUnlock']
}

export const UploadRow = memo(function UploadRow(props: UploadRowProps) {
  const { item, onRemove, onRetry, onDescribe, onUnlock } = props
  const words = useWords()
  const text = words.uploads
  const underWay = isUnderWay(item)
  // A submitted application keeps its files.
  const canRemove = onDescribe !== undefined || item.state !== 'done'
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
        {onDescribe && !isRejected(item) && item.state !== 'checking' && (
          <FileDescription
            name={item.name}
            description={item.description}
            onDescribe={(description) => onDescribe(item.key, description)}
          />
        )}
        {onUnlock && item.state === 'done' && (
          <StatementNote item={item} onUnlock={(password) => onUnlock(item.key, password)} />
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
      {canRemove && (
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
      )}
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

const sheet = <path d="M6 3h8l4 4v14H6z M14 3v4h4" />

const PdfIcon = icon(
  <>
    {sheet}
    <path d="M9 12h6M9 15h6M9 18h3" />
  </>,
)

const ImageIcon = icon(
  <>
    <path d="M4 5h16v14H4z" />
    <circle cx="9" cy="10" r="1.5" />
    <path d="m5 18 5-5 3 3 3-3 3 3" />
  </>,
)

const FileIcon = icon(sheet)
const RemoveIcon = icon(<path d="m7 7 10 10M17 7 7 17" />)
