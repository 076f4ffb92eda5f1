import { useCallback, useEffect, useRef, useState } from 'react'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { ConfirmDialog } from './confirm-dialog.tsx'

/**
 * Asks before unsaved changes are left: by closing, by the browser's back button and, in the browser's own words, by
 * closing the tab. react-admin's `warnWhenUnsavedChanges` needs a data router and knows no dialogs. While something is
 * unsaved, an extra entry in the history takes the first step back.
 */
export function useUnsavedQuestion(isDirty: boolean, onClose: () => void, onStay?: () => void) {
  const [isAsking, setIsAsking] = useState(false)
  const guarded = useRef(false)

  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    const steppedBack = () => {
      if (!guarded.current) return
      pushGuard()
      setIsAsking(true)
    }
    if (!guarded.current) pushGuard()
    guarded.current = true
    window.addEventListener('beforeunload', warn)
    window.addEventListener('popstate', steppedBack)
    return () => {
      window.removeEventListener('beforeunload', warn)
      window.removeEventListener('popstate', steppedBack)
    }
  }, [isDirty])

  /** Removes the extra history entry. */
  const done = useCallback(() => {
    if (guarded.current) window.history.back()
    guarded.current = false
  }, [])

  useEffect(() => {
    if (!isDirty) done()
  }, [isDirty, done])

  const question = isAsking && (
    <ConfirmDialog
      title={dialogMessages.unsavedTitle}
      text={dialogMessages.unsaved}
      confirmLabel={dialogMessages.discard}
      cancelLabel={dialogMessages.keepEditing}
      isDestructive
      onConfirm={() => {
        done()
        onClose()
      }}
      onClose={() => {
        setIsAsking(false)
        onStay?.()
      }}
    />
  )
  return { question, close: (isChanged = isDirty) => (isChanged ? setIsAsking(true) : onClose()), done }
}

/** The same address and state once more: the router sees no other place. */
const pushGuard = (): void => window.history.pushState(window.history.state, '')
