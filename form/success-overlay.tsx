import { useEffect, useRef, useState } from 'react'
import { LIMITS } from '#domain/limits'
import { successMessages } from '#domain/messages/success'
import { revealInHost, whereSeen } from './embed/frame.ts'
import { CheckIcon } from './icons.tsx'

type SuccessOverlayProps = { language?: keyof typeof successMessages; onOver: () => void }

/** In Russian unless the applicant chose a language. */
export function SuccessOverlay({ language = 'ru', onOver }: SuccessOverlayProps) {
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
          {paused ? text.goOn : text.pause}
        </button>
      </div>
    </div>
  )
}
