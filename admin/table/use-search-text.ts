import { useEffect, useRef, useState } from 'react'

/** How long after the last key a search starts, in milliseconds. */
const SEARCH_DELAY = 300

/**
 * The text of a search box and, a moment later, the search itself. `q` is the search that the list shows; when it
 * changes from elsewhere (the back button, a link) the box follows, unless somebody is typing.
 */
export function useSearchText(q: string, onSearch: (text: string) => void) {
  const [text, setText] = useState(q)
  const [shown, setShown] = useState(q)
  const [typing, setTyping] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const search = useRef(onSearch)

  useEffect(() => {
    search.current = onSearch
  })
  useEffect(() => () => clearTimeout(timer.current), [])

  if (q !== shown) {
    setShown(q)
    if (!typing && q !== text.trim()) setText(q)
  }

  const apply = (next: string, delay: number): void => {
    clearTimeout(timer.current)
    setText(next)
    setTyping(true)
    timer.current = setTimeout(() => {
      setTyping(false)
      search.current(next.trim())
    }, delay)
  }
  return { text, change: (next: string) => apply(next, SEARCH_DELAY), clear: () => apply('', 0) }
}
