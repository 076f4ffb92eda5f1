import { lazy, Suspense, useRef, useState, type KeyboardEvent } from 'react'
import { UNDESCRIBED } from '#domain/document-type'
import type { RequestWords } from '#domain/messages/request'
import { monthName } from '#domain/month-name'
import { wantedDescription } from '#domain/request'
import { applicationApi } from '../calls/application-api.ts'
import { useLanguage } from '../language/language-context.tsx'
import { addDocumentsPart } from '../shared-parts.ts'
import type { Answers, Asked } from './asked.ts'

const AddDocuments = lazy(addDocumentsPart)

type RequestedItemProps = {
  token: string
  item: NonNullable<Asked['details']>['items'][number]
  index: number
  title: string
  words: RequestWords
  open: boolean
  /** @returns whether it arrived */
  send: (answers: Answers) => Promise<boolean>
  onChanged: () => void
}

export function RequestedItem(props: RequestedItemProps) {
  const { token, item, index, title, words, open, send, onChanged } = props
  const { wanted, state } = item
  const { language } = useLanguage().pack
  const [doubt, setDoubt] = useState<{ document: string; says: string } | null>(null)
  const isGiven = useRef(state !== 'asked')
  const [hasStatement, setHasStatement] = useState(false)
  const id = `requested-${index}`
  const description = wantedDescription(wanted)
  const give = async (document: string) => {
    setDoubt(null)
    isGiven.current = await send([{ item: index, document }])
  }
  // Later files are added to the application, but don't answer the item again.
  const store = async (document: string) => {
    if (wanted.kind === 'statement') setHasStatement(true)
    if (isGiven.current) return
    isGiven.current = true
    const seen = wanted.kind === 'statement' ? await findMonth(token, document) : null
    if (wanted.kind !== 'statement' || seen === null || seen === wanted.month) return give(document)
    isGiven.current = false
    const says = words.otherMonth(monthName(seen, language), monthName(wanted.month, language))
    setDoubt({ document, says })
  }
  // Its input stands in the form below.
  if (open && state === 'asked' && !description) return null
  return (
    <li hidden={!open && !hasStatement}>
      <div className="requested-head">
        <h3 id={`${id}-instruction`}>{title}</h3>
        {open && <span className={state}>{words.states[state]}</span>}
      </div>
      {description && (hasStatement || (open && state !== 'missing')) && (
        <Suspense fallback={<div className="dropzone" />}>
          <AddDocuments
            {...{ id, token }}
            // A statement's month comes from the file itself until the file is given as the answer.
            description={wanted.kind === 'statement' ? UNDESCRIBED : description}
            isClosed={!open}
            onStored={(document) => void store(document)}
            onGlanced={onChanged}
          />
        </Suspense>
      )}
      <p className="upload-refusal" role="alert">
        {doubt?.says}
      </p>
      {doubt && (
        <button type="button" className="button" onClick={() => void give(doubt.document)}>
          {words.sendAnyway}
        </button>
      )}
      {open && state === 'asked' && <Missing {...{ index, words, send }} />}
    </li>
  )
}

/** @returns null where the file shows no month */
const findMonth = (token: string, id: string): Promise<string | null> =>
  applicationApi.glanceAtDocument({ token, id, setsMonth: false }).then(
    (seen) => seen?.month ?? null,
    () => null,
  )

type MissingProps = Pick<RequestedItemProps, 'index' | 'words'> & {
  send: (answers: Answers) => Promise<unknown>
}

/** May stand in a form. */
export function Missing({ index, words, send }: MissingProps) {
  const [why, setWhy] = useState('')
  const id = `requested-${index}-why`
  const tell = () => {
    if (why.trim() !== '') void send([{ item: index, missing: why.trim() }])
  }
  const tellOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    tell()
  }
  return (
    <details>
      <summary>{words.missing}</summary>
      <div className="why">
        <label className="label" htmlFor={id}>
          {words.why}
        </label>
        <input id={id} value={why} onChange={({ target }) => setWhy(target.value)} onKeyDown={tellOnEnter} />
        <button type="button" className="button" onClick={tell}>
          {words.send}
        </button>
      </div>
    </details>
  )
}
