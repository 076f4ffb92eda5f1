import { useCallback, useEffect, useRef } from 'react'
import type { Description } from '#domain/document-type'
import { formatSize } from '#domain/files'
import { LIMITS } from '#domain/limits'
import { useApplication, useApplicationState } from '../application/application-context.tsx'
import { useWords } from '../language/language-context.tsx'
import { maxFileBytes } from '../application/page-data.ts'
import { FilePickers } from './file-pickers.tsx'
import { countFiles, filesTrouble, isUploading } from './files.ts'
import { SectionCard } from '../sections/section-card.tsx'
import { useFileDrop } from './use-file-drop.ts'
import { useQuestionOnLeaving } from '../use-question-on-leaving.ts'
import { whenNeeded } from '../when-needed.ts'

export function UploadSection() {
  const words = useWords()
  const text = words.uploads
  const { dispatch, addFiles, takeFileAway } = useApplication()
  const items = useApplicationState(({ uploads }) => uploads.files.items)
  const part = useApplicationState(({ uploads }) => uploads.part)
  const trouble = useApplicationState(({ uploads }) => filesTrouble(uploads) ?? uploads.files.said)
  const count = countFiles(items)
  const full = count >= LIMITS.maxFiles
  useQuestionOnLeaving(useApplicationState(({ uploads }) => isUploading(uploads)))

  const load = useCallback(() => dispatch({ type: 'filesNeeded' }), [dispatch])
  const room = useRef<HTMLDivElement>(null)
  useEffect(() => (room.current ? whenNeeded(room.current, load) : undefined), [load])
  const retry = useCallback((key: string) => dispatch({ type: 'fileRetried', key }), [dispatch])
  const describe = useCallback(
    (key: string, description: Description) => dispatch({ type: 'fileDescribed', key, description }),
    [dispatch],
  )
  const unlock = useCallback(
    (key: string, password: string) => dispatch({ type: 'passwordGiven', key, password }),
    [dispatch],
  )
  const { over, box } = useFileDrop(full, (files) => files.length > 0 && addFiles(files))

  return (
    <SectionCard id="uploads" title={text.title} count={text.count(count, LIMITS.maxFiles)}>
      <div className={over ? 'uploads over' : 'uploads'} {...box}>
        <p className="instruction" id="files-instruction">
          {text.instruction}
        </p>
        <div className={full ? 'dropzone full' : 'dropzone'}>
          <FilePickers disabled={full} onChoose={addFiles} />
          <span className="drop-hint" aria-hidden="true">
            {text.drop}
          </span>
          <p className="note" id="files-note">
            {full ? text.limitReached : text.accepted(LIMITS.maxFiles, formatSize(maxFileBytes()))}
          </p>
        </div>
        <p className="upload-refusal" role="alert">
          {trouble?.(words)}
        </p>
        <div className="statement-room" ref={room}>
          {part && (
            <part.Rows
              items={items}
              onRemove={takeFileAway}
              onRetry={retry}
              onDescribe={describe}
              onUnlock={unlock}
            />
          )}
        </div>
      </div>
    </SectionCard>
  )
}
