import { useEffect, useState } from 'react'
import { LIMITS } from '#domain/limits'
import { linkWords } from '#domain/messages/link-dialog'
import { api } from '../calls/api.ts'
import { call } from '../calls/call.ts'
import { useLanguage } from '../language/language-context.tsx'
import { LinkDialog } from '../link-dialog.tsx'

type MoveDialogProps = { token: string; shown: boolean; onClose: () => void; onMoved: () => void }

/** Keeps polling while it is closed, as a mailed link is opened later. */
export function MoveDialog({ token, shown, onClose, onMoved }: MoveDialogProps) {
  const { dialog, move } = linkWords[useLanguage().pack.language]
  const moved = useMoved(token)
  const words = { ...dialog, ...move, ...(moved && { title: move.movedTitle }) }
  useEffect(() => {
    if (moved) onMoved()
  }, [moved, onMoved])

  const make = (email?: string) => call('POST', ['form', 'moveSession'], { formSubmissionId: token, email })
  if (!shown) return null
  return (
    <LinkDialog words={words} make={make} onClose={onClose}>
      {moved && (
        <div role="status">
          <p>{words.moved}</p>
          <button type="button" className="button primary" onClick={() => window.location.reload()}>
            {words.goOnHere}
          </button>
        </div>
      )}
    </LinkDialog>
  )
}

function useMoved(token: string): boolean {
  const [first, setFirst] = useState<string | null>()
  const [last, setLast] = useState<string | null>()
  const moved = first !== undefined && last !== first
  useEffect(() => {
    if (moved) return
    const look = () => {
      if (document.visibilityState === 'hidden') return
      api.sessionState(token).then(
        ({ movedAt }) => {
          setFirst((known) => (known === undefined ? movedAt : known))
          setLast(movedAt)
        },
        () => undefined,
      )
    }
    look()
    const timer = setInterval(look, LIMITS.movedPollMs)
    return () => clearInterval(timer)
  }, [token, moved])
  return moved
}
