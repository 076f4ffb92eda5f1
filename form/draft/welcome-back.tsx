import { useApplicationState } from '../application/application-context.tsx'
import { isResuming } from '../application/state.ts'
import { useWords } from '../language/language-context.tsx'
import { StartOver } from './start-over.tsx'

export function WelcomeBack() {
  const { draft } = useWords()
  const secrets = useApplicationState((state) => state.kept.size > 0)
  const resuming = useApplicationState(isResuming)
  const welcome = secrets ? `${draft.welcomeBack} ${draft.secretsKept}` : draft.welcomeBack
  return (
    <div className="welcome-back">
      <p role="status">{resuming ? draft.resuming : welcome}</p>
      <StartOver className="link-button" />
    </div>
  )
}
