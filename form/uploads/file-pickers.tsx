import { useRef, type ChangeEvent } from 'react'
import { ACCEPT_ATTRIBUTE, ACCEPTED_PICTURES } from '#domain/files'
import { useWords } from '../language/language-context.tsx'

type FilePickersProps = { id?: string; disabled: boolean; onChoose: (files: readonly File[]) => void }

export function FilePickers({ id = 'files', disabled, onChoose }: FilePickersProps) {
  const { uploads } = useWords()
  const input = useRef<HTMLInputElement>(null)

  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(target.files ?? [])])
    // Lets the same file be chosen again after its removal.
    target.value = ''
  }

  /** Browsers read `capture` and `accept` at the click, so one control serves files and camera. */
  const photograph = () => {
    const control = input.current
    if (!control) return
    const { accept, multiple } = control
    Object.assign(control, { accept: ACCEPTED_PICTURES, multiple: false })
    control.setAttribute('capture', 'environment')
    control.click()
    control.removeAttribute('capture')
    Object.assign(control, { accept, multiple })
  }

  return (
    <>
      <span className="picker">
        <input
          ref={input}
          id={id}
          className="file-input"
          type="file"
          multiple
          accept={ACCEPT_ATTRIBUTE}
          disabled={disabled}
          aria-describedby={`${id}-instruction ${id}-note`}
          onChange={choose}
        />
        <label htmlFor={id} className="button">
          {uploads.choose}
        </label>
      </span>
      <button type="button" className="button camera" disabled={disabled} onClick={photograph}>
        {uploads.takePhoto}
      </button>
    </>
  )
}
