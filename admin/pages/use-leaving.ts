import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useUnsavedQuestion } from '../dialogs/use-unsaved-question.tsx'

/**
 * For a page with fields: asks before what is filled in is left by a link, by the way back or by closing the tab, and
 * leads on where that is so wished.
 */
export function useLeaving(isDirty: boolean) {
  const navigate = useNavigate()
  /** The path of the link that was followed; null: the way back. */
  const target = useRef<string | null>(null)
  const [isLeaving, setIsLeaving] = useState(false)
  const isGuarded = isDirty && !isLeaving
  const { question, close, done } = useUnsavedQuestion(
    isGuarded,
    () => setIsLeaving(true),
    () => (target.current = null),
  )

  useEffect(() => {
    if (!isGuarded) return
    const follow = (event: MouseEvent) => {
      const path = pathFollowedBy(event)
      if (path === null) return
      event.preventDefault()
      target.current = path
      close()
    }
    // Before React hears of it: its links follow no event that is prevented.
    document.addEventListener('click', follow, { capture: true })
    return () => document.removeEventListener('click', follow, { capture: true })
  })

  useEffect(() => {
    if (!isLeaving) return
    const goOn = () => void (target.current === null ? navigate(-1) : navigate(target.current))
    // The question's own entry in the history is on its way out, which must come first.
    window.addEventListener('popstate', goOn, { once: true })
    return () => window.removeEventListener('popstate', goOn)
  }, [isLeaving, navigate])

  useEffect(() => {
    if (!isDirty) done()
  }, [isDirty, done])

  return question
}

/** Where a click leads to within the panel; null where it leads nowhere else, or not in this tab. */
function pathFollowedBy(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || link.target !== '' || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const { origin, pathname, search } = new URL(link.href, window.location.href)
  const isElsewhere = origin === window.location.origin && pathname !== window.location.pathname
  return isElsewhere ? pathname + search : null
}
