import { useMemo } from 'react'
import { flushSync } from 'react-dom'
import { useApplication } from './application/application-context.tsx'
import { revealInHost } from './embed/frame.ts'
import { focusField } from './focus-field.ts'

/** Renders synchronously: on phones the section is hidden until then, and hidden fields take no focus. */
export function useNavigation() {
  const { dispatch, state } = useApplication()
  return useMemo(() => {
    const goTo = (key: string): void => {
      flushSync(() => dispatch({ type: 'sectionOpened', key }))
      const heading = document.getElementById(`heading-${key}`)
      heading?.focus({ preventScroll: true })
      revealSection(key)
      revealInHost(heading, 'start')
    }
    const seek = (name: string, reviewed = false): void => {
      flushSync(() => dispatch({ type: 'fieldSought', name, reviewed }))
      focusField(name)
    }
    const backToReview = (): void => {
      const { reviewed } = state().place
      goTo('review')
      document.getElementById(`review-${reviewed}`)?.focus()
    }
    return { goTo, seek, backToReview }
  }, [dispatch, state])
}

export const revealSection = (key: string): void =>
  document.getElementById(`section-${key}`)?.scrollIntoView({ block: 'start' })
