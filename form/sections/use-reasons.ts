import type { ReasonName } from '#domain/applicant-settings'
import { useApplicationState } from '../application/application-context.tsx'
import { useWords } from '../language/language-context.tsx'

/** Why a sensitive answer is asked: the company's text, or ours; '' where the company hides it. */
export function useReasons(): Record<ReasonName, string> {
  const { reasons } = useWords()
  const own = useApplicationState(({ link }) => link?.company.applicantSettings.reasons)
  return {
    ssn: own?.ssn ?? reasons.ssn,
    birthDate: own?.birthDate ?? reasons.birthDate,
    signature: own?.signature ?? reasons.signature,
  }
}
