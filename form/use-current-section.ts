import { useEffect, useState } from 'react'
import type { VisibleForm } from '#domain/catalogue/visible-form'
import { useApplication, useApplicationState } from './application/application-context.tsx'
import { openStep } from './application/place.ts'
import { heightAt, onHostScroll } from './embed/progress-place.ts'

const READING_LINE = 1 / 3
const PHONE = '(max-width: 719.98px)'

/** @returns the key of the section in view, of those whose fields are shown */
export function useCurrentSection(form: VisibleForm, whole: boolean): string {
  const { dispatch } = useApplication()
  const open = useApplicationState(openStep)
  const [current, setCurrent] = useState(open)
  useEffect(() => {
    const sections = [...document.querySelectorAll<HTMLElement>('[data-section]')]
    const look = () => {
      const line = heightAt(READING_LINE)
      const shown = sections.filter((section) => section.lastElementChild?.getClientRects().length)
      const reached = shown.findLast((section) => section.getBoundingClientRect().top <= line)
      setCurrent((reached ?? shown[0])?.dataset.section ?? open)
    }
    // Fires once at the start, then when a section crosses the line; a scroll listener would run on every frame.
    const watcher = new IntersectionObserver(look, {
      rootMargin: `0px 0px -${100 * (1 - READING_LINE)}% 0px`,
    })
    for (const section of sections) watcher.observe(section)
    const stop = onHostScroll(look)
    return () => {
      watcher.disconnect()
      stop()
    }
  }, [form, whole, open])

  // A phone that is turned upright shows one section: the one in use, else the one that was in view.
  useEffect(() => {
    const screen = window.matchMedia(PHONE)
    const keep = () => {
      const inUse = document.activeElement?.closest('[data-section]')
      if (screen.matches && !inUse) dispatch({ type: 'sectionOpened', key: current })
    }
    screen.addEventListener('change', keep)
    return () => screen.removeEventListener('change', keep)
  }, [current, dispatch])
  return current
}
