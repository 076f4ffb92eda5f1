import { useState } from 'react'
import { useSession } from '../layout/route-guard.tsx'
import type { Column } from './column.ts'

/** Kept outside react-admin's store, which a sign-out empties. What is hidden is kept, so that new columns show. */
const toKey = (userId: string, list: string): string => `columns:${userId}:${list}`

/** The columns a person chose to see in a list, remembered per person and list in this browser. */
export function useVisibleColumns<Row>(list: string, columns: readonly Column<Row>[]) {
  const { user } = useSession()
  const key = toKey(user?.id ?? '', list)
  const [hidden, setHidden] = useState(() => readHidden(key))
  const visible = columns.filter((column) => !hidden.includes(column.key))

  const toggle = (name: string): void => {
    const next = hidden.includes(name) ? hidden.filter((other) => other !== name) : [...hidden, name]
    setHidden(next)
    writeHidden(key, next)
  }
  // Should a list lose the columns that were left visible, it shows all again.
  return { visible: visible.length > 0 ? visible : columns, toggle }
}

function readHidden(key: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

function writeHidden(key: string, hidden: string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(hidden))
  } catch {
    // A full storage costs the memory of a choice, nothing else.
  }
}
