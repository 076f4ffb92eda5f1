import { lazy, Suspense, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { VisibleForm } from '#domain/catalogue/visible-form'
import { getOwn } from '#domain/get-own'
import { useApplicationState } from './application/application-context.tsx'
import { listSteps } from './application/place.ts'
import { stateOf } from './application/overview.ts'
import { SaveStateText } from './draft/save-state-text.tsx'
import { useWords } from './language/language-context.tsx'
import { nextProblemPart } from './later-parts.ts'
import { useCurrentSection } from './use-current-section.ts'
import { useNavigation } from './use-navigation.ts'

const NextProblem = lazy(nextProblemPart)

type ProgressLineProps = { form: VisibleForm; whole: boolean }

export function ProgressLine({ form, whole }: ProgressLineProps) {
  const words = useWords()
  const done = useApplicationState(({ overview }) => overview.required.done)
  const total = useApplicationState(({ overview }) => overview.required.total)
  const isRefused = useApplicationState(({ summary }) => summary.length > 0)
  const text = words.requiredProgress(done, total)
  return (
    <nav className="progress-line" aria-label={words.steps.title}>
      <StepMenu form={form} current={useCurrentSection(form, whole)} />
      <p className="progress-words">
        <SaveStateText />
        {total > 0 && (
          <span aria-hidden="true">
            <span className="count">{text}</span>
            <span className="count short">{`${done}/${total}`}</span>
          </span>
        )}
        <Suspense fallback={null}>{isRefused && <NextProblem />}</Suspense>
      </p>
      <progress max={Math.max(total, 1)} value={total > 0 ? done : 1} aria-label={text} />
    </nav>
  )
}

/** A row where there is room for it, else a button that opens a list. */
function StepMenu({ form, current }: { form: VisibleForm; current: string }) {
  const words = useWords().steps
  const { goTo } = useNavigation()
  const [isOpen, setIsOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const steps = listSteps(form)
  useEffect(() => {
    if (!isOpen) return
    const close = ({ target }: Event) =>
      target instanceof Node && !box.current?.contains(target) && setIsOpen(false)
    const events = ['pointerdown', 'focusin']
    for (const type of events) document.addEventListener(type, close)
    return () => events.forEach((type) => document.removeEventListener(type, close))
  }, [isOpen])

  const choose = (key: string) => {
    setIsOpen(false)
    goTo(key)
  }
  const escape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen) return
    setIsOpen(false)
    button.current?.focus()
  }
  return (
    <div className="step-menu" ref={box} onKeyDown={escape}>
      <button
        type="button"
        className="menu-button"
        ref={button}
        aria-expanded={isOpen}
        aria-controls="steps"
        onClick={() => setIsOpen(!isOpen)}
      >
        {words.at(steps.indexOf(current) + 1, steps.length, getOwn(words.names, current) ?? '')}
      </button>
      <ol id="steps" className={isOpen ? 'steps open' : 'steps'}>
        {steps.map((key) => (
          <Step key={key} id={key} isCurrent={key === current} onChoose={choose} />
        ))}
      </ol>
    </div>
  )
}

type StepProps = { id: string; isCurrent: boolean; onChoose: (key: string) => void }

function Step({ id, isCurrent, onChoose }: StepProps) {
  const { names, states } = useWords().steps
  const is = useApplicationState((state) => stateOf(id, state))
  return (
    <li>
      <button
        type="button"
        className={`step ${is}`}
        aria-current={isCurrent ? 'step' : undefined}
        onClick={() => onChoose(id)}
      >
        {getOwn(names, id)}
        <span className="step-state">{states[is]}</span>
      </button>
    </li>
  )
}
