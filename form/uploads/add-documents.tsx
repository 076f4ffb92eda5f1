import { useEffect, useState } from 'react'
import { UNDESCRIBED, type Description } from '#domain/document-type'
import { formatSize } from '#domain/files'
import { LIMITS } from '#domain/limits'
import { statementMessages } from '#domain/messages/statements'
import { announce } from '../announce.ts'
import { maxFileBytes } from '../application/page-data.ts'
import type { ApplicationState } from '../calls/application-api.ts'
import { useLanguage, useWords } from '../language/language-context.tsx'
import { useQuestionOnLeaving } from '../use-question-on-leaving.ts'
import { createAdditions } from './additions.ts'
import { newClientFileId } from './client-file-id.ts'
import { FileDescription } from './file-description.tsx'
import { FilePickers } from './file-pickers.tsx'
import { noFiles } from './files.ts'
import { StatementSlots } from './statement-slots.tsx'
import { UploadRows } from './upload-rows.tsx'
import { useFileDrop } from './use-file-drop.ts'

type AddDocumentsProps = {
  /** of the file picker */
  id?: string
  token: string
  /** of the application, once known */
  statements?: ApplicationState['statements'] | undefined
  /** of each file, instead of the applicant's choice */
  description?: Description
  onStored: (document: string) => void
}

export function AddDocuments({ id = 'files', token, statements, description, onStored }: AddDocumentsProps) {
  const words = useWords()
  const text = words.uploads
  const { newFiles } = statementMessages[useLanguage().pack.language]
  const [files, setFiles] = useState(noFiles)
  const [additions] = useState(() =>
    createAdditions(token, setFiles, (name, document) => {
      announce(name, text.done)
      onStored(document)
    }),
  )
  useEffect(() => additions.attach(), [additions])
  useQuestionOnLeaving(files.items.some(({ state }) => state !== 'failed'))

  const [given, setGiven] = useState(UNDESCRIBED)
  const add = (chosen: readonly File[]) => {
    setGiven(UNDESCRIBED)
    additions.dispatch({
      type: 'filesChosen',
      chosen: chosen.map((file) => ({ key: newClientFileId(), file, description: description ?? given })),
      maxBytes: maxFileBytes(),
    })
  }
  const addMonth = (statementMonth: string) => {
    setGiven({ ...UNDESCRIBED, statementMonth })
    document.getElementById(id)?.click()
  }
  const { over, box } = useFileDrop(false, (chosen) => chosen.length > 0 && add(chosen))

  return (
    <div className={over ? 'uploads over' : 'uploads'} {...box}>
      {!description && <FileDescription name={newFiles} description={given} onDescribe={setGiven} />}
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
      {statements && <StatementSlots statements={statements} onAdd={addMonth} />}
      <UploadRows
        items={files.items}
        onRemove={additions.remove}
        onRetry={(key) => additions.dispatch({ type: 'fileRetried', key })}
      />
    </div>
  )
}
