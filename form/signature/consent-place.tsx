import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { signaturePart } from '../shared-parts.ts'
import { whenNeeded } from '../when-needed.ts'

type Part = Awaited<ReturnType<typeof signaturePart>>

/** The consent's text is not part of the first view. */
export function ConsentPlace(props: ComponentProps<Part['Consent']>) {
  const place = useRef<HTMLDivElement>(null)
  const [part, setPart] = useState<Part | null>(null)
  useEffect(() => {
    let stop = () => {}
    const wait = (element: Element | null) => {
      stop = whenNeeded(element, () => void signaturePart().then(setPart, () => wait(null)))
    }
    wait(place.current)
    return () => stop()
  }, [])
  return (
    <div ref={place} className="consent-room">
      {part && <part.Consent {...props} />}
    </div>
  )
}
