import { useState } from 'react'
import { isShown } from '#domain/catalogue/values'
import type { VisibleForm } from '#domain/catalogue/visible-form'
import type { Language } from '#domain/language'
import { reviewMessages } from '#domain/messages/review'
import { missingMonths, statementSentence } from '#domain/statement-summary'
import { useApplicationState } from '../application/application-context.tsx'
import { hasAnswer, isAsked } from '../application/given-answers.ts'
import type { State } from '../application/state.ts'
import { useLanguage } from '../language/language-context.tsx'
import { attachedStatements } from '../uploads/attached-statements.ts'
import { useNavigation } from '../use-navigation.ts'
import { Review } from './review.tsx'

/** All answers, folded, and a line that names missing signatures and statements, which are optional. */
export function BeforeSubmit({ form }: { form: VisibleForm }) {
  const { language } = useLanguage().pack
  const { title, unsigned, unsignedSecond } = reviewMessages[language]
  const { goTo, seek } = useNavigation()
  const [isOpen, setIsOpen] = useState(false)
  const signature = useApplicationState(findUnsigned)
  const months = useApplicationState((state) => sayMissingMonths(state, language))
  return (
    <>
      <details className="check" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>{title}</summary>
        {isOpen && <Review form={form} />}
      </details>
      <p className="missing">
        {signature !== undefined && (
          <button type="button" className="link-button" onClick={() => seek(signature)}>
            {signature === 'signer2Signature' ? unsignedSecond : unsigned}
          </button>
        )}
        {months !== '' && (
          <button type="button" className="link-button" onClick={() => goTo('uploads')}>
            {months}
          </button>
        )}
      </p>
    </>
  )
}

const findUnsigned = ({ form, ...answers }: State): string | undefined =>
  form.sections
    .flatMap(({ groups }) => groups.filter((group) => isAsked(group, answers)))
    .flatMap(({ inputs }) => inputs.filter((input) => isShown(input, answers.values)))
    .find((input) => input.kind === 'signature' && !hasAnswer(input, answers))?.name

function sayMissingMonths({ form, uploads }: State, language: Language): string {
  const { asked, ...statements } = attachedStatements(uploads.files.items)
  if (!form.uploads || missingMonths(asked, statements).length === 0) return ''
  return `${statementSentence(asked, statements, language)}.`
}
