import type { VisibleForm } from '#domain/catalogue/visible-form'
import { LIMITS } from '#domain/limits'
import { useWords } from './language/language-context.tsx'

/** The whole form takes about eight minutes. */
const ANSWERS_PER_MINUTE = 10

export function Preparation({ form: { inputNames, uploads } }: { form: VisibleForm }) {
  const { steps } = useWords()
  const papers = [
    inputNames.has('taxId') && 'EIN',
    inputNames.has('partner1SSN') && 'SSN',
    uploads && steps.statements(LIMITS.statementMonths),
  ].filter((paper) => paper !== false)
  const minutes = Math.max(1, Math.ceil(inputNames.size / ANSWERS_PER_MINUTE))
  return (
    <p className="preparation">
      {steps.takes(minutes)} {papers.length > 0 && steps.haveReady(papers.join(', '))}
    </p>
  )
}
