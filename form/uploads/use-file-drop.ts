import { useEffect, useState, type DragEvent } from 'react'

export function useFileDrop(disabled: boolean, onDrop: (files: readonly File[]) => unknown) {
  const [over, setOver] = useState(false)
  useHarmlessDrops()
  const drag = (event: DragEvent) => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = disabled ? 'none' : 'copy'
    setOver(!disabled)
  }
  const box = {
    onDragEnter: drag,
    onDragOver: drag,
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      // Also fires between two children of the box.
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setOver(false)
      if (!disabled) onDrop([...event.dataTransfer.files])
    },
  }
  return { over, box }
}

/** The browser would open a file that is dropped beside the box. */
function useHarmlessDrops(): void {
  useEffect(() => {
    const listening = new AbortController()
    const refuse = (event: globalThis.DragEvent) => {
      if (carriesFiles(event)) event.preventDefault()
    }
    for (const type of ['dragover', 'drop'] as const) {
      window.addEventListener(type, refuse, { signal: listening.signal })
    }
    return () => listening.abort()
  }, [])
}

const carriesFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }): boolean =>
  dataTransfer?.types.includes('Files') === true
