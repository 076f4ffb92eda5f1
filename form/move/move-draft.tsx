import { useCallback, useState } from 'react'
import { useApplicationState } from '../application/application-context.tsx'
import { heldToken } from '../application/turn.ts'
import { useWords } from '../language/language-context.tsx'
import { movePart } from '../later-parts.ts'

type Part = Awaited<ReturnType<typeof movePart>>

/** 'Continue on my phone', once there is something to continue. */
export function MoveDraft() {
  const words = useWords()
  const token = useApplicationState((state) => (state.begun || state.resumed ? heldToken(state) : null))
  const [part, setPart] = useState<Part | null>(null)
  const [shown, setShown] = useState(false)
  const show = useCallback(() => setShown(true), [])
  const open = () => {
    show()
    movePart().then(setPart, () => setShown(false))
  }
  if (token === null) return null
  return (
    <>
      <button type="button" className="link-button move-draft" onClick={open}>
        {words.continueOnPhone}
      </button>
      {part && <part.MoveDialog token={token} shown={shown} onClose={() => setShown(false)} onMoved={show} />}
    </>
  )
}
