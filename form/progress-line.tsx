import { useEffect, useState } from 'react'
import type { VisibleForm } from '#domain/catalogue/visible-form'
import { useApplicationState } from './application/application-context.tsx'
import { SaveStateText } from './draft/save-state-text.tsx'
import { useWords } from './language/language-context.tsx'
import { requiredProgress } from './application/progress.ts'

type ProgressLineProps = { form: VisibleForm; whole: boolean }

export function ProgressLine({ form, whole }: ProgressLineProps) {
  const words = useWords()
  const section = useSectionInView(form, whole)
  const done = useApplicationState((state) => requiredProgress(form, state).done)
  const total = useApplicationState((state) => requiredProgress(form, state).total)
  const text = words.requiredProgress(done, total)
  return (
    <div className="progress-line">
      <p className="progress-words">
        <span className="progress-section" aria-hidden="true">
          {section}
        </span>
        <SaveStateText />
        {total > 0 && (
          <span aria-hidden="true">
            <span className="count">{text}</span>
            <span className="count short">{`${done}/${total}`}</span>
          </span>
        )}
      </p>
      <progress max={Math.max(total, 1)} value={total > 0 ? done : 1} aria-label={text} />
    </div>
  )
}

const READING_LINE = 1 / 3

function useSectionInView(form: VisibleForm, whole: boolean): string {
  const [title, setTitle] = useState(form.sections[0]?.title ?? '')
  useEffect(() => {
    const sections = [...document.querySelectorAll<HTMLElement>('[data-section]')]
    const look = () => {
      const line = window.innerHeight * READING_LINE
      const reached = sections.findLast((section) => section.getBoundingClientRect().top <= line)
      setTitle((reached ?? sections[0])?.dataset.section ?? '')
    }
    // Fires once at the start, then when a section crosses the line; a scroll listener would run on every frame.
    const watcher = new IntersectionObserver(look, {
      rootMargin: `0px 0px -${100 * (1 - READING_LINE)}% 0px`,
    })
    for (const section of sections) watcher.observe(section)
    return () => watcher.disconnect()
  }, [form, whole])
  return title
}
