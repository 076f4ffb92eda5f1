import { useEffect, useRef, type SyntheticEvent } from 'react'
import { revealInHost, whereSeen } from './embed/frame.ts'

/** Opens a dialog in view. `onShown` runs once it is open, `onClosed` after Escape or `close`. */
export function useModal(onClosed: () => void, onShown?: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(
    () =>
      whereSeen(() => {
        ref.current?.showModal()
        revealInHost(ref.current)
        onShown?.()
      }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- runs once: a dialog opens when it is mounted
    [],
  )
  // The `close` event comes later and would close a dialog that was reopened.
  const close = () => {
    ref.current?.close()
    onClosed()
  }
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault()
    close()
  }
  // Android's back button closes the dialog without a `cancel` event.
  return { close, dialog: { ref, onCancel, onClose: () => ref.current && onClosed() } }
}
