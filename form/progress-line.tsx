import { useEffect, useState } from 'react'
import { formMessages } from '#domain/messages/form'
import type { Progress } from './progress.ts'

/** A thin line at the top: which section is in view, and how many of the required answers are there. */
export function ProgressLine({ done, total }: Progress) {
  const section = useSectionInView()
  const words = formMessages.requiredProgress(done, total)
  return (
    <div className="progress-line">
      <p className="progress-words">
        <span className="progress-section">{section}</span>
        {total > 0 && <span className="count">{words}</span>}
      </p>
      <progress max={Math.max(total, 1)} value={total > 0 ? done : 1} aria-label={words} />
    </div>
  )
}

/** Sections count as in view once they reach the upper third of the window. */
const READING_LINE = 1 / 3

function useSectionInView(): string {
  const [title, setTitle] = useState('')
  useEffect(() => {
    const sections = [...document.querySelectorAll<HTMLElement>('[data-section]')]
    const look = () => {
      const line = window.innerHeight * READING_LINE
      const reached = sections.findLast((section) => section.getBoundingClientRect().top <= line)
      setTitle((reached ?? sections[0])?.dataset.section ?? '')
    }
    // Tells only when a section crosses the line, so that scrolling costs nothing.
    const watcher = new IntersectionObserver(look, {
      rootMargin: `0px 0px -${100 * (1 - READING_LINE)}% 0px`,
    })
    for (const section of sections) watcher.observe(section)
    return () => watcher.disconnect()
  }, [])
  return title
}
