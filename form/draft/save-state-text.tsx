import { useSyncExternalStore } from 'react'
import { useApplication } from '../application-context.tsx'
import { useWords } from '../language/language-context.tsx'

/** Whether what was typed is on the server: for the eye all the time, to be heard when the connection goes and comes. */
export function SaveStateText() {
  const { saver } = useApplication()
  const { draft } = useWords()
  const state = useSyncExternalStore(saver.subscribe, saver.state)
  if (state === 'idle') return <span className="save-state" />
  return (
    <>
      <span className={`save-state ${state}`} aria-hidden={state === 'saving'}>
        {draft[state]}
      </span>
      <span className="only-heard" role="status">
        {state === 'offline' || state === 'lost' ? draft[state] : ''}
      </span>
    </>
  )
}
