import { useEffect, useRef } from 'react'
import { useTableState } from './use-table-state.ts'

export type ListFilters = (values: Readonly<Record<string, string | boolean>>) => void

/**
 * Narrows the list around this component to these values as well, by the list call's names for them; '' takes one away.
 * Those that follow one another faster than the list comes round add up.
 */
export function useListFilters(): ListFilters {
  const { narrowed, searched, setFilters } = useTableState()
  const shown = JSON.stringify(narrowed)
  const wanted = useRef(narrowed)
  /** What was asked for and is not shown yet, as JSON, oldest first. */
  const asked = useRef<string[]>([])

  useEffect(() => {
    const place = asked.current.indexOf(shown)
    asked.current = asked.current.slice(place + 1)
    // Later wishes are still on their way; what is shown came about otherwise only where there are none.
    if (place >= 0 && asked.current.length > 0) return
    asked.current = []
    const now: Record<string, unknown> = JSON.parse(shown)
    wanted.current = now
  }, [shown])

  return (values) => {
    const all = Object.entries({ ...wanted.current, ...values }).filter(([, value]) => value !== '')
    wanted.current = Object.fromEntries(all)
    asked.current.push(JSON.stringify(wanted.current))
    setFilters({ ...wanted.current, ...searched })
  }
}
