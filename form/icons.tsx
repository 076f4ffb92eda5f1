import type { ReactNode } from 'react'

export const icon = (lines: ReactNode) => () => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    {lines}
  </svg>
)

export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />)
