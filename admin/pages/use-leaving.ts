import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useUnsavedQuestion } from '../dialogs/use-unsaved-question.tsx'

/** Asks before a filled-in page is left by a link, by the back button or by closing the tab. */
export function useLeaving(isDirty: boolean) {
  const navigate = useNavigate()
  /** null: the back button */
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
    // React's links do not follow a prevented event.
    document.addEventListener('click', follow, { capture: true })
    return () => document.removeEventListener('click', follow, { capture: true })
  })

  useEffect(() => {
    if (!isLeaving) return
    const goOn = () => void (target.current === null ? navigate(-1) : navigate(target.current))
    // The extra history entry has to be gone first.
    window.addEventListener('popstate', goOn, { once: true })
    return () => window.removeEventListener('popstate', goOn)
  }, [isLeaving, navigate])

  useEffect(() => {
    if (!isDirty) done()
  }, [isDirty, done])

  return question
}

/** The path within the panel that a click leads to in this tab. */
function pathFollowedBy(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || link.target !== '' || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const { origin, pathname, search } = new URL(link.href, window.location.href)
  const isElsewhere = origin === window.location.origin && pathname !== window.location.pathname
  return isElsewhere ? pathname + search : null
}
