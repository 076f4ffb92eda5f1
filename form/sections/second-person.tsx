import { yesNo } from '#domain/catalogue/define'
import type { VisibleForm } from '#domain/catalogue/visible-form'
import { useApplication, useApplicationState } from '../application/application-context.tsx'
import { useWords } from '../language/language-context.tsx'
import { YesNoInput } from './yes-no-input.tsx'

export const hasGroup = (form: VisibleForm, key: string): boolean =>
  form.sections.some(({ groups }) => groups.some((group) => group.key === key))

const QUESTION = yesNo('secondSigner', '', { defaultValue: 'Yes' })

/** Asked once, before what depends on it: partner 2 and signer 2. */
export function SecondPerson() {
  const { dispatch } = useApplication()
  const { secondPerson } = useWords()
  const present = useApplicationState((state) => state.secondSigner)
  const signs = useApplicationState(({ form }) => hasGroup(form, 'signer2'))
  const { yes, no } = secondPerson
  return (
    <div className="fields second-person">
      <YesNoInput
        input={{
          ...QUESTION,
          label: signs ? secondPerson.signs : secondPerson.partner,
          choiceLabels: [yes, no],
        }}
        value={present ? 'Yes' : 'No'}
        problem={undefined}
        onChange={(_name, value) => dispatch({ type: 'secondSignerSet', present: value === 'Yes' })}
        onLeave={() => undefined}
      />
    </div>
  )
}
