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
    if (left === 0) return onOver()
    const second = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(second)
  }, [left, onOver])

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
          {text.countdown(left)}
        </p>
      </div>
    </div>
  )
}
