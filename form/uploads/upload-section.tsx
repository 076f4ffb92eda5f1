import { useCallback, useState, useSyncExternalStore } from 'react'
import { formatSize } from '#domain/files'
import { LIMITS } from '#domain/limits'
import type { LocalizedText } from '#domain/messages/form'
import { useWords } from '../language/language-context.tsx'
import { maxFileBytes } from './max-file-bytes.ts'
import type { Uploads } from './uploads.ts'
import { FilePickers } from './file-pickers.tsx'
import { SectionCard } from '../sections/section-card.tsx'
import { useFileDrop } from './use-file-drop.ts'
import { useQuestionOnLeaving } from '../use-question-on-leaving.ts'

type UploadSectionProps = { uploads: Uploads; /** Called as files are chosen. */ onBegin: () => void }

/** Bank statements: choose several, drop or photograph them, see each on its way. */
export function UploadSection({ uploads, onBegin }: UploadSectionProps) {
  const words = useWords()
  const text = words.uploads
  const items = useSyncExternalStore(uploads.subscribe, uploads.items)
  const trouble = useSyncExternalStore(uploads.subscribe, uploads.trouble)
  const [refusal, setRefusal] = useState<LocalizedText | null>(null)
  const loaded = uploads.loaded()
  const full = items.length >= LIMITS.maxFiles
  useQuestionOnLeaving(useSyncExternalStore(uploads.subscribe, uploads.isUnderWay))

  const add = (files: readonly File[]) => {
    if (files.length === 0) return
    onBegin()
    void uploads.add(files).then((said) => setRefusal(() => said))
  }
  const forgetRefusal = useCallback(() => setRefusal(null), [])
  const { over, box } = useFileDrop(full, add)

  return (
    <SectionCard id="uploads" title={text.title} count={text.count(items.length, LIMITS.maxFiles)}>
      {/* The applicant is near: what handles files will be needed. */}
      <div
        className={over ? 'uploads over' : 'uploads'}
        {...box}
        onPointerEnter={uploads.load}
        onFocus={uploads.load}
      >
        <p className="instruction" id="files-instruction">
          {text.instruction}
        </p>
        <div className={full ? 'dropzone full' : 'dropzone'}>
          <FilePickers disabled={full} onChoose={add} />
          <span className="drop-hint" aria-hidden="true">
            {text.drop}
          </span>
          <p className="note" id="files-note">
            {full ? text.limitReached : text.accepted(LIMITS.maxFiles, formatSize(maxFileBytes()))}
          </p>
        </div>
        <p className="upload-refusal" role="alert">
          {(trouble ?? refusal)?.(words)}
        </p>
        {loaded && <loaded.Rows queue={loaded.queue} items={items} onRemove={forgetRefusal} />}
      </div>
    </SectionCard>
  )
}
