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
import type { HeldFile } from './upload-item.ts'
import { UploadRows } from './upload-rows.tsx'
import { useFileDrop } from './use-file-drop.ts'

type AddDocumentsProps = {
  /** of the file picker */
  id?: string
  token: string
  /** of the application, once known */
  statements?: ApplicationState['statements'] | undefined
  /** Files of earlier visits, of which locked ones can be opened. */
  held?: ApplicationState['documents'] | null
  /** of each file, instead of the applicant's choice */
  description?: Description
  /** No more files can be added; those that were are still shown. */
  isClosed?: boolean
  onStored: (document: string) => void
  /** A stored file may have got its month. */
  onGlanced: () => void
}

export function AddDocuments(props: AddDocumentsProps) {
  const { id = 'files', token, statements, held, description, isClosed = false, onStored, onGlanced } = props
  const words = useWords()
  const text = words.uploads
  const { newFiles } = statementMessages[useLanguage().pack.language]
  const [files, setFiles] = useState(noFiles)
  const [additions] = useState(() =>
    createAdditions(token, {
      show: setFiles,
      stored: (name, document) => {
        announce(name, text.done)
        onStored(document)
      },
      glanced: onGlanced,
    }),
  )
  useEffect(() => additions.attach(), [additions])
  useEffect(() => {
    if (held) additions.dispatch({ type: 'filesRestored', stored: held.map(toHeldFile) })
  }, [additions, held])
  useQuestionOnLeaving(files.items.some(({ state }) => state !== 'failed' && state !== 'done'))

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
  const { over, box } = useFileDrop(isClosed, (chosen) => chosen.length > 0 && add(chosen))

  return (
    <div className={over ? 'uploads over' : 'uploads'} {...box}>
      {!isClosed && (
        <>
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
        </>
      )}
      <UploadRows
        items={files.items}
        onRemove={additions.remove}
        onRetry={(key) => additions.dispatch({ type: 'fileRetried', key })}
        onUnlock={(key, password) => additions.dispatch({ type: 'passwordGiven', key, password })}
      />
    </div>
  )
}

const toHeldFile = (document: ApplicationState['documents'][number]): HeldFile => ({
  ...document,
  name: document.originalFilename,
  size: document.fileSize,
  type: document.fileType,
})
