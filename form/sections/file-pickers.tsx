import type { ChangeEvent } from 'react'
import { ACCEPT_ATTRIBUTE, ACCEPTED_PICTURES } from '#domain/files'
import { useWords } from '../language/language-context.tsx'

type FilePickersProps = { disabled: boolean; onChoose: (files: readonly File[]) => void }

/** The ways to choose files; where a finger is the pointer, the camera is one of them. */
export function FilePickers({ disabled, onChoose }: FilePickersProps) {
  const { uploads } = useWords()
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(target.files ?? [])])
    // The same file can be chosen again after it was removed.
    target.value = ''
  }
  const common = {
    className: 'file-input',
    type: 'file',
    disabled,
    'aria-describedby': 'files-instruction files-note',
    onChange: choose,
  }
  return (
    <>
      <span className="picker">
        <input {...common} id="files" multiple accept={ACCEPT_ATTRIBUTE} />
        <label htmlFor="files" className="button">
          {uploads.choose}
        </label>
      </span>
      <span className="picker camera">
        <input {...common} id="camera" accept={ACCEPTED_PICTURES} capture="environment" />
        <label htmlFor="camera" className="button">
          {uploads.takePhoto}
        </label>
      </span>
    </>
  )
}
