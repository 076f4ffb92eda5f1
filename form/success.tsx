import { lazy, Suspense, useCallback } from 'react'
import type { Language } from '#domain/language'
import { useApplicationState } from './application/application-context.tsx'
import { revealTop } from './embed/frame.ts'
import { useLanguage } from './language/language-context.tsx'
import { successPart } from './later-parts.ts'

const SuccessOverlay = lazy(successPart)

const OVERLAY_LANGUAGE: Language = 'ru'

export function Success() {
  const { pack, chosen } = useLanguage()
  const sent = useApplicationState(({ submit }) => submit.is === 'sent')
  const reload = useCallback(() => {
    revealTop()
    window.location.reload()
  }, [])
  if (!sent) return null
  return (
    <Suspense fallback={<div className="overlay" />}>
      <SuccessOverlay language={chosen ? pack.language : OVERLAY_LANGUAGE} onOver={reload} />
    </Suspense>
  )
}
