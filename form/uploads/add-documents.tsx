import { useEffect, useRef, useState } from 'react'
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
import { StatementSlots } from './statement-slots.tsx'
import { UploadRows } from './upload-rows.tsx'
import { useFileDrop } from './use-file-drop.ts'

type AddDocumentsProps = {
  /** of the file picker */
  id?: string
  token: string
  submittedOn: string
  /** of the documents that are there, once known */
  months?: readonly (string | null)[] | undefined
  /** that each file is a statement of */
  month?: string
  onStored: (document: string) => void
}

/** Adds documents to an application that was submitted. */
export function AddDocuments({
  id = 'files',
  token,
  submittedOn,
  months,
  month,
  onStored,
}: AddDocumentsProps) {
  const words = useWords()
  const text = words.uploads
  const [files, setFiles] = useState(noFiles)
  const [additions] = useState(() =>
    createAdditions(token, setFiles, (name, document) => {
      announce(name, text.done)
      onStored(document)
    }),
  )
  useEffect(() => additions.attach(), [additions])
  useQuestionOnLeaving(files.items.some(({ state }) => state !== 'failed'))

  const wanted = useRef<string | null>(null)
  const add = (chosen: readonly File[]) => {
    const chosenMonth = month ?? (chosen.length === 1 ? wanted.current : null)
    wanted.current = null
    additions.dispatch({
      type: 'filesChosen',
      chosen: chosen.map((file) => ({ key: newClientFileId(), file, month: chosenMonth })),
      maxBytes: maxFileBytes(),
    })
  }
  const addMonth = (chosenMonth: string) => {
    const picker = document.getElementById(id)
    wanted.current = chosenMonth
    picker?.addEventListener('cancel', () => (wanted.current = null), { once: true })
    picker?.click()
  }
  const { over, box } = useFileDrop(false, (chosen) => chosen.length > 0 && add(chosen))

  return (
    <div className={over ? 'uploads over' : 'uploads'} {...box}>
      <div className="dropzone">
        <FilePickers id={id} disabled={false} onChoose={add} />
        <span className="drop-hint" aria-hidden="true">
          {text.drop}
        </span>
        <p className="note" id={`${id}-note`}>
          {text.accepted(LIMITS.maxFiles, formatSize(maxFileBytes()))}
        </p>
      </div>
      <p className="upload-refusal" role="alert">
        {files.said?.(words)}
      </p>
      {months && <StatementSlots day={submittedOn} given={months} onAdd={addMonth} />}
      <UploadRows
        items={files.items}
        onRemove={additions.remove}
        onRetry={(key) => additions.dispatch({ type: 'fileRetried', key })}
      />
    </div>
  )
}
