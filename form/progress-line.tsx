import { lazy, Suspense, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { VisibleForm } from '#domain/catalogue/visible-form'
import { getOwn } from '#domain/get-own'
import { useApplicationState, useApplication } from './application/application-context.tsx'
import { listSteps, openStep } from './application/place.ts'
import { stateOf } from './application/overview.ts'
import { useWords } from './language/language-context.tsx'
import { nextProblemPart } from './later-parts.ts'
import { useNavigation } from './use-navigation.ts'
import type { SaveState } from './application/state.ts'
import { heightAt, onHostScroll } from './embed/progress-place.ts'

const READING_LINE = 1 / 3
const PHONE = '(max-width: 719.98px)'

/** @returns the key of the section in view */
function useCurrentSection(form: VisibleForm, whole: boolean): string {
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

  // A phone that is turned upright shows one section: the one in use, or else the one in view.
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

const NextProblem = lazy(nextProblemPart)

type ProgressLineProps = { form: VisibleForm; whole: boolean }

export function ProgressLine({ form, whole }: ProgressLineProps) {
  const words = useWords()
  const done = useApplicationState(({ overview }) => overview.progress.done)
  const total = useApplicationState(({ overview }) => overview.progress.total)
  const isRefused = useApplicationState(({ summary }) => summary.length > 0)
  const text = words.progress(done, total)
  return (
    <nav className="progress-line" aria-label={words.steps.title} inert={!whole}>
      <StepMenu form={form} current={useCurrentSection(form, whole)} />
      <p className="progress-words">
        <SaveStateText />
        {whole && total > 0 && (
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

/** A row, or on narrow screens a button that opens a list. */
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

function SaveStateText() {
  const { draft } = useWords()
  const state = useApplicationState(({ draft: { is }, begun }) => (is === 'lost' && !begun ? 'idle' : is))
  const [heard, setHeard] = useState<SaveState>('idle')
  const worthHearing = nextHeard(heard, state)
  if (worthHearing !== heard) setHeard(worthHearing)
  const closed = useApplicationState(({ receivedAt }) => receivedAt !== null)
  const text = (each: SaveState) =>
    each === 'idle' ? '' : draft[each === 'lost' && closed ? 'closed' : each]
  return (
    <>
      <span className={`save-state ${state}`} aria-hidden={state === 'saving' || state === heard}>
        {text(state)}
      </span>
      <span className="only-heard" role="status">
        {text(heard)}
      </span>
    </>
  )
}

/** Announces the loss and the return of the connection once each. */
function nextHeard(heard: SaveState, state: SaveState): SaveState {
  if (state === 'offline' || state === 'lost') return state
  if (state === 'saved') return heard === 'idle' ? heard : state
  return heard === 'saved' || state === 'idle' ? 'idle' : heard
}
