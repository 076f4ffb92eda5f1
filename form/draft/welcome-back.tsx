import { getOwn } from '#domain/get-own'
import { useApplicationState } from '../application/application-context.tsx'
import { isResuming } from '../application/state.ts'
import { useWords } from '../language/language-context.tsx'
import { StartOver } from './start-over.tsx'

export function WelcomeBack() {
  const { draft, steps } = useWords()
  const secrets = useApplicationState((state) => state.kept.size > 0)
  const stopped = useApplicationState(({ place }) => place.stopped)
  const resuming = useApplicationState(isResuming)
  const welcome = [
    draft.welcomeBack,
    secrets && draft.secretsKept,
    stopped && steps.stopped(getOwn(steps.names, stopped) ?? ''),
  ]
  return (
    <div className="welcome-back">
      <p role="status">{resuming ? draft.resuming : welcome.filter(Boolean).join(' ')}</p>
      <StartOver className="link-button" />
    </div>
  )
}
