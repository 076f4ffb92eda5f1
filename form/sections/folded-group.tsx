import { useEffect, useRef } from 'react'
import { useApplication } from '../application/application-context.tsx'
import { focusField } from '../focus-field.ts'
import { matchesMedia, NARROW } from '../use-media.ts'

/** Decides once its element is first shown, so that turning a phone changes nothing. */
export function useFold(key: string) {
  const { dispatch } = useApplication()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => {
      if (!entry?.contentRect.width) return
      watcher.disconnect()
      dispatch({ type: 'groupFolded', key, isFolded: matchesMedia(NARROW) })
    })
    if (place.current) watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [dispatch, key])
  return place
}

type UnfoldButtonProps = { label: string; first: string | undefined; unfold: () => void }

/** `first`: the field that gets the focus, as the button disappears. */
export function UnfoldButton({ label, first, unfold }: UnfoldButtonProps) {
  const press = () => {
    unfold()
    requestAnimationFrame(() => first && focusField(first))
  }
  return (
    <button type="button" className="button unfold" onClick={press}>
      {label}
    </button>
  )
}
