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

/** The title of the section that crosses the upper third of the window. */
function useSectionInView(): string {
  const [title, setTitle] = useState('')
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => {
        const entered = entries.find((entry) => entry.isIntersecting)?.target
        if (entered instanceof HTMLElement) setTitle(entered.dataset.section ?? '')
      },
      { rootMargin: '-33% 0px -66% 0px' },
    )
    for (const section of document.querySelectorAll('[data-section]')) watcher.observe(section)
    return () => watcher.disconnect()
  }, [])
  return title
}
