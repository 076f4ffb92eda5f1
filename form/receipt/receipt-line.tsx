import { useApplication, useApplicationState } from '../application/application-context.tsx'
import { revealTop } from '../embed/frame.ts'
import { dayOf, useReceiptWords } from './receipt-words.ts'

export function ReceiptLine({ at }: { at: string }) {
  const text = useReceiptWords()
  const { dispatch } = useApplication()
  const idle = useApplicationState(({ submit }) => submit.is === 'idle')
  const told = useApplicationState(({ previousVisit }) => previousVisit?.is === 'received')
  const show = () => {
    dispatch({ type: 'receiptOpened' })
    revealTop()
    requestAnimationFrame(() => document.querySelector('h1')?.focus())
  }
  return (
    <>
      {!told && <span>{text.sentOn(dayOf(at))}</span>}
      <button type="button" className="link-button" aria-disabled={!idle} onClick={show}>
        {text.show}
      </button>
    </>
  )
}
