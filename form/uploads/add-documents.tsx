import { useEffect, useState } from 'react'
import { formatSize } from '#domain/files'
import { LIMITS } from '#domain/limits'
import { announce } from '../announce.ts'
import { maxFileBytes } from '../application/page-data.ts'
import { useWords } from '../language/language-context.tsx'
import { useQuestionOnLeaving } from '../use-question-on-leaving.ts'
import { createAdditions } from './additions.ts'
import { newClientFileId } from './client-file-id.ts'
import { FilePickers } from './file-pickers.tsx'
import { noFiles } from './files.ts'
import { UploadRows } from './upload-rows.tsx'
import { useFileDrop } from './use-file-drop.ts'

type AddDocumentsProps = { token: string; onStored: () => void }

/** Adds documents to an application that was submitted. */
export function AddDocuments({ token, onStored }: AddDocumentsProps) {
  const words = useWords()
  const text = words.uploads
  const [files, setFiles] = useState(noFiles)
  const [additions] = useState(() =>
    createAdditions(token, setFiles, (name) => {
      announce(name, text.done)
      onStored()
    }),
  )
  useEffect(() => additions.attach(), [additions])
  useQuestionOnLeaving(files.items.some(({ state }) => state !== 'failed'))

  const add = (chosen: readonly File[]) =>
    additions.dispatch({
      type: 'filesChosen',
      chosen: chosen.map((file) => ({ key: newClientFileId(), file })),
      maxBytes: maxFileBytes(),
    })
  const { over, box } = useFileDrop(false, (chosen) => chosen.length > 0 && add(chosen))

  return (
    <div className={over ? 'uploads over' : 'uploads'} {...box}>
      <div className="dropzone">
        <FilePickers disabled={false} onChoose={add} />
        <span className="drop-hint" aria-hidden="true">
          {text.drop}
        </span>
        <p className="note" id="files-note">
          {text.accepted(LIMITS.maxFiles, formatSize(maxFileBytes()))}
        </p>
      </div>
      <p className="upload-refusal" role="alert">
        {files.said?.(words)}
      </p>
      <UploadRows
        items={files.items}
        onRemove={additions.remove}
        onRetry={(key) => additions.dispatch({ type: 'fileRetried', key })}
      />
    </div>
  )
}
