import { useEffect, useRef, type ReactNode } from 'react'
import { useTitle } from './use-title.ts'

/** A card without Material UI. `announced`: the heading takes the focus. */
export const PlainCard = ({
  title,
  announced = false,
  children,
}: {
  title: string
  announced?: boolean
  children: ReactNode
}) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useTitle(title)
  useEffect(() => {
    if (announced) heading.current?.focus()
  }, [announced])
  return (
    <main className="plain-page">
      <div className="plain-card">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </div>
    </main>
  )
}
