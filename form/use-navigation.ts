import { useMemo } from 'react'
import { flushSync } from 'react-dom'
import { useApplication } from './application/application-context.tsx'
import { listSteps } from './application/place.ts'
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
    const moveOn = (from: string, to: string): void => {
      flushSync(() => dispatch({ type: 'sectionChecked', key: from }))
      if (state().place.held !== from) return goTo(to)
      const problems = document.getElementById(`problems-${from}`)
      problems?.focus({ preventScroll: true })
      problems?.scrollIntoView({ block: 'nearest' })
      revealInHost(problems, 'nearest')
    }
    const seek = (name: string, reviewed = false): void => {
      flushSync(() => dispatch({ type: 'fieldSought', name, reviewed }))
      focusField(name)
    }
    const toSubmit = (): void => {
      goTo(listSteps(state().form).at(-1) ?? '')
      document.querySelector<HTMLElement>('[type=submit]')?.focus()
    }
    const backToReview = (): void => {
      const { reviewed } = state().place
      goTo(listSteps(state().form).at(-1) ?? '')
      document.getElementById(`review-${reviewed}`)?.focus()
    }
    return { goTo, moveOn, seek, backToReview, toSubmit }
  }, [dispatch, state])
}

export const revealSection = (key: string): void =>
  document.getElementById(`section-${key}`)?.scrollIntoView({ block: 'start' })
