import { useEffect, useState, useSyncExternalStore, type ChangeEvent, type DragEvent } from 'react'
import { ACCEPT_ATTRIBUTE, formatSize } from '#domain/files'
import { LIMITS } from '#domain/limits'
import { formMessages } from '#domain/messages/form'
import { maxFileBytes } from '../max-file-bytes.ts'
import type { UploadItem, UploadQueue } from '../upload-queue.ts'
import { SectionCard } from './section-card.tsx'
import { UploadRow } from './upload-row.tsx'

const text = formMessages.uploads

/** Bank statements: choose several or drop them, see each on its way. */
export function Uploads({ queue }: { queue: UploadQueue }) {
  const items = useSyncExternalStore(queue.subscribe, queue.items)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const full = items.length >= LIMITS.maxFiles
  useHarmlessDrops()

  const add = (files: Iterable<File>) => {
    const chosen = [...files]
    if (chosen.length > 0) setRefusal(queue.add(chosen))
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    add(event.target.files ?? [])
    // The same file can be chosen again after it was removed.
    event.target.value = ''
  }
  const drag = (event: DragEvent) => {
    event.preventDefault()
    event.dataTransfer.dropEffect = full ? 'none' : 'copy'
    setOver(!full)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!full) add(event.dataTransfer.files)
  }
  const remove = (key: string) => {
    setRefusal(null)
    void queue.remove(key)
    document.getElementById('files')?.focus()
  }

  return (
    <SectionCard id="uploads" title={text.title} count={text.count(items.length, LIMITS.maxFiles)}>
      <p className="instruction" id="files-instruction">
        {text.instruction}
      </p>
      <div
        className={`dropzone${over ? ' over' : ''}${full ? ' full' : ''}`}
        onDragEnter={drag}
        onDragOver={drag}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          id="files"
          className="file-input"
          type="file"
          multiple
          accept={ACCEPT_ATTRIBUTE}
          disabled={full}
          aria-describedby="files-instruction files-note"
          onChange={choose}
        />
        <label htmlFor="files" className="button">
          {text.choose}
        </label>
        <span className="drop-hint" aria-hidden="true">
          {text.drop}
        </span>
        <p className="note" id="files-note">
          {full ? text.limitReached : text.accepted(LIMITS.maxFiles, formatSize(maxFileBytes()))}
        </p>
      </div>
      <p className="upload-refusal" role="alert">
        {refusal}
      </p>
      {items.length > 0 && (
        <ul className="upload-list" aria-label={text.list}>
          {items.map((item) => (
            <UploadRow key={item.key} item={item} onRemove={remove} onRetry={(key) => queue.retry(key)} />
          ))}
        </ul>
      )}
      <p className="only-heard" role="status">
        {announcement(items)}
      </p>
    </SectionCard>
  )
}

/** A file dropped beside the box would open in place of the form, and everything typed be gone. */
function useHarmlessDrops(): void {
  useEffect(() => {
    const refuse = (event: Event) => event.preventDefault()
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
}

/** What is worth hearing of the uploads: outcomes, not each step of the progress. */
const announcement = (items: readonly UploadItem[]): string =>
  items
    .filter((item) => item.state === 'done' || item.state === 'failed')
    .map((item) => `${item.name}: ${item.error ?? text.done}`)
    .join('. ')
