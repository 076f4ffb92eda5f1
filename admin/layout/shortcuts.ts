import { useEffect } from 'react'
import { useStore } from 'react-admin'
import { getOwn } from '#domain/get-own'
import { SHORTCUTS } from '../providers/choices-store.ts'

/** Single-key shortcuts can be switched off (WCAG 2.1.4). */
export const useShortcutsSwitch = () => useStore<boolean>(SHORTCUTS, true)

export function useShortcuts(keys: Readonly<Record<string, () => void>>): void {
  const [isOn] = useShortcutsSwitch()
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      const action = getOwn(keys, event.key)
      if (!action || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn, keys])
}

const TYPED_INTO = 'input, textarea, select, [role="menu"], [role="listbox"], [role="combobox"]'

/** Whether the user types, chooses or answers, or has left a text that is not sent. */
export const isTyping = (): boolean =>
  isTaken(document.activeElement) ||
  [...document.querySelectorAll<HTMLTextAreaElement>('textarea:not([aria-hidden])')].some(
    ({ value }) => value !== '',
  )

/** Fields, menus and dialogs handle their own keys. */
const isTaken = (target: EventTarget | null): boolean =>
  document.querySelector('[aria-modal="true"]') !== null ||
  (target instanceof HTMLElement && (target.isContentEditable || target.closest(TYPED_INTO) !== null))
