import { useEffect, useRef, useState } from 'react'
import type { Language } from '#domain/language'
import { LIMITS } from '#domain/limits'
import { successMessages } from '#domain/messages/success'
import { revealInHost, whereSeen } from './embed/frame.ts'
import { CheckIcon } from './icons.tsx'

type SuccessOverlayProps = { language: Language | null; onOver: () => void }

const DEFAULT: Language = 'ru'

/** @param language null: the applicant chose none, so it is Russian with the same in English below */
export function SuccessOverlay({ language: chosen, onOver }: SuccessOverlayProps) {
  const language = chosen ?? DEFAULT
  const english = chosen === null ? successMessages.en : null
  const text = successMessages[language]
  const [left, setLeft] = useState<number>(LIMITS.successCountdownSeconds)
  const [paused, setPaused] = useState(false)
  const [said, setSaid] = useState('')
  const box = useRef<HTMLDivElement>(null)

  useEffect(
    () =>
      whereSeen(() => {
        box.current?.focus({ preventScroll: true })
        revealInHost(box.current)
      }),
    [],
  )

  useEffect(() => {
    if (paused) return
    if (left === 0) return onOver()
    const second = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(second)
  }, [left, paused, onOver])

  const toggle = () => {
    setPaused(!paused)
    setSaid(paused ? text.countdown(left) : text.paused)
  }

  return (
    <div className="overlay">
      <div
        className="overlay-card"
        ref={box}
        lang={language}
        role="dialog"
        aria-modal="true"
        aria-labelledby="success-title"
        aria-describedby="success-body success-reload"
        tabIndex={-1}
      >
        <title>{text.title}</title>
        <span className="overlay-mark">
          <CheckIcon />
        </span>
        <h2 id="success-title">{text.title}</h2>
        <p id="success-body">{text.body}</p>
        <p className="countdown" id="success-reload" role="timer">
          {paused ? text.paused : text.countdown(left)}
        </p>
        {/* A timer isn't announced: it would be heard every second. */}
        <p className="only-heard" role="status">
          {said}
        </p>
        <button type="button" className="button" onClick={toggle}>
          <span>
            {paused ? text.goOn : text.pause}
            {english && <small lang="en"> {paused ? english.goOn : english.pause}</small>}
          </span>
        </button>
        {english && (
          <p className="overlay-english" lang="en">
            <strong>{english.title}</strong> {english.body}{' '}
            {paused ? english.paused : english.countdown(left)}
          </p>
        )}
      </div>
    </div>
  )
}
