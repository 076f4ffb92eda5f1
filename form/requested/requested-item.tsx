import { lazy, Suspense, useRef, useState, type FormEvent } from 'react'
import type { RequestWords } from '#domain/messages/request'
import { wantedDescription } from '#domain/request'
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
}

export function RequestedItem({ token, item, index, title, words, open, send }: RequestedItemProps) {
  const { wanted, state } = item
  const [why, setWhy] = useState('')
  const isGiven = useRef(state !== 'asked')
  const id = `requested-${index}`
  const description = wantedDescription(wanted)
  // Later files are added to the application, but don't answer the item again.
  const store = async (document: string) => {
    if (isGiven.current) return
    isGiven.current = true
    isGiven.current = await send([{ item: index, document }])
  }
  const miss = (event: FormEvent) => {
    event.preventDefault()
    if (why.trim() !== '') void send([{ item: index, missing: why.trim() }])
  }
  return (
    <li>
      <div className="requested-head">
        <h3 id={`${id}-instruction`}>{title}</h3>
        <span className={state}>{words.states[state]}</span>
      </div>
      {description && open && state !== 'missing' && (
        <Suspense fallback={<div className="dropzone" />}>
          <AddDocuments {...{ id, token, description }} onStored={(document) => void store(document)} />
        </Suspense>
      )}
      {state === 'asked' && (
        <details>
          <summary>{words.missing}</summary>
          <form onSubmit={miss}>
            <label className="label" htmlFor={`${id}-why`}>
              {words.why}
            </label>
            <input id={`${id}-why`} value={why} onChange={({ target }) => setWhy(target.value)} />
            <button className="button">{words.send}</button>
          </form>
        </details>
      )}
    </li>
  )
}
