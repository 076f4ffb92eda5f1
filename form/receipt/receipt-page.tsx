import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { toReference } from '#domain/reference'
import { useApplication, useApplicationState } from '../application/application-context.tsx'
import { hasBegun, type Receipt as Kept } from '../application/state.ts'
import type { Link } from '../calls/api.ts'
import { announceReady, revealTop } from '../embed/frame.ts'
import { FormHeader } from '../form-header.tsx'
import { questionPart } from '../shared-parts.ts'
import { Receipt, type Known } from './receipt.tsx'
import { dayOf, headingOf, useReceiptWords } from './receipt-words.ts'
import { useTold } from './use-told.ts'
import { useIdle } from '../use-idle.ts'

const QuestionDialog = lazy(questionPart)

const DAY_MS = 24 * 60 * 60 * 1000

export type ReceiptPageProps = { company: Link['company']; receipt: Kept }

export function ReceiptPage({ company, receipt }: ReceiptPageProps) {
  const text = useReceiptWords()
  const { dispatch } = useApplication()
  const begun = useApplicationState(hasBegun)
  const wasOpened = useApplicationState(({ page }) => page.is === 'receipt' && page.opened === true)
  const [isOpen, setIsOpen] = useState(wasOpened)
  // The next person at the screen must not see the application.
  useIdle(
    isOpen,
    useCallback(() => setIsOpen(false), []),
  )
  const [asking, setAsking] = useState<'another' | 'forget' | null>(null)
  useEffect(announceReady, [])

  const leave = (type: 'receiptLeft' | 'receiptForgotten') => {
    setAsking(null)
    dispatch({ type })
    revealTop()
    requestAnimationFrame(() => document.querySelector('h1')?.focus())
  }
  const open = () => {
    setIsOpen(true)
    requestAnimationFrame(() => document.getElementById('received-title')?.focus())
  }
  const startAnother = () => {
    const recent = Date.now() - Date.parse(receipt.at) < DAY_MS
    if (recent && !begun) setAsking('another')
    else leave('receiptLeft')
  }

  const answers = (
    <>
      <button type="button" className="button" onClick={startAnother}>
        {begun ? text.resume : text.another}
      </button>
      <button type="button" className="button quiet" onClick={() => setAsking('forget')}>
        {text.forget}
      </button>
    </>
  )

  return (
    <main className="page is-received">
      <FormHeader company={company} />
      {isOpen ? (
        <OpenReceipt company={company} receipt={receipt}>
          {answers}
        </OpenReceipt>
      ) : (
        <>
          <title>{`${text.title} · ${company.nameOut}`}</title>
          <Receipt
            token={receipt.token}
            known={remembered(company, receipt)}
            told={{ is: 'hidden', answer: null, ask: open }}
          >
            {answers}
          </Receipt>
        </>
      )}
      <Suspense fallback={null}>
        {asking === 'another' && (
          <QuestionDialog
            title={text.anotherTitle}
            body={text.anotherBody(dayOf(receipt.at))}
            no={text.back}
            yes={text.anotherYes}
            onAnswer={(yes) => (yes ? leave('receiptLeft') : setAsking(null))}
          />
        )}
        {asking === 'forget' && (
          <QuestionDialog
            title={text.forgetTitle}
            body={text.forgetBody}
            no={text.back}
            yes={text.forgetYes}
            look="danger"
            onAnswer={(yes) => (yes ? leave('receiptForgotten') : setAsking(null))}
          />
        )}
      </Suspense>
    </main>
  )
}

type OpenReceiptProps = ReceiptPageProps & { children: ReactNode }

function OpenReceipt({ company, receipt, children }: OpenReceiptProps) {
  const text = useReceiptWords()
  const { dispatch } = useApplication()
  const told = useTold(receipt.token)
  useEffect(() => {
    if (told.is === 'ended') dispatch({ type: 'receiptForgotten' })
  }, [told.is, dispatch])
  return (
    <>
      <title>{`${headingOf(text, told.answer)} · ${company.nameOut}`}</title>
      <Receipt token={receipt.token} known={told.answer ?? remembered(company, receipt)} told={told}>
        {children}
      </Receipt>
    </>
  )
}

/** Shown until the server answers. A receipt token starts with the submission's id. */
function remembered(company: Link['company'], { token, at }: Kept): Known {
  const { receiptCopy, addDocuments, nextSteps } = company.applicantSettings
  return {
    reference: toReference(token.split('.')[0] ?? ''),
    receivedAt: at,
    company,
    can: { copy: receiptCopy, addDocuments, inviteSigner: false },
    nextSteps,
  }
}

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
