import { useEffect, useState, type ComponentType } from 'react'
import { useApplication, useApplicationState } from './application/application-context.tsx'
import { STATEMENTS } from './application/state.ts'
import { sendAnywayPart } from './later-parts.ts'
import { useNavigation } from './use-navigation.ts'

type Dialog = Awaited<ReturnType<typeof sendAnywayPart>>['SendAnywayDialog']

/** Asks once about empty fields that are labelled as required but not enforced. */
export function SendAnyway() {
  const { dispatch } = useApplication()
  const { goTo, seek } = useNavigation()
  const missing = useApplicationState((state) => state.missing)
  const [Dialog, setDialog] = useState<ComponentType<Parameters<Dialog>[0]> | null>(null)
  const [first] = missing

  useEffect(() => {
    if (first === undefined) return
    sendAnywayPart().then(
      (part) => setDialog(() => part.SendAnywayDialog),
      // The question must not block a submit.
      () => dispatch({ type: 'missingAnswered', sendsAnyway: true }),
    )
  }, [first, dispatch])

  const answer = (sendsAnyway: boolean) => {
    dispatch({ type: 'missingAnswered', sendsAnyway })
    if (sendsAnyway || first === undefined) return
    // The dialog holds the focus until it closes.
    requestAnimationFrame(() => (first === STATEMENTS ? goTo(STATEMENTS) : seek(first)))
  }
  return first !== undefined && Dialog && <Dialog missing={missing} onAnswer={answer} />
}
