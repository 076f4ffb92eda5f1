import type { Input } from '#domain/catalogue/define'
import { displayValue, maskedValue } from '#domain/catalogue/display'
import { isShown } from '#domain/catalogue/values'
import type { VisibleForm, VisibleGroup } from '#domain/catalogue/visible-form'
import { getOwn } from '#domain/get-own'
import { reviewMessages } from '#domain/messages/review'
import { useApplicationState } from '../application/application-context.tsx'
import { isCounted } from '../application/overview.ts'
import { useLanguage } from '../language/language-context.tsx'
import { useNavigation } from '../use-navigation.ts'

/** Answers before the signatures. */
export function Review({ form }: { form: VisibleForm }) {
  const { steps } = useLanguage().pack.form
  return (
    <div className="review">
      {form.sections
        .filter(({ key }) => key !== 'signatures')
        .map(({ key, groups }) => (
          <section key={key} aria-labelledby={`reviewed-${key}`}>
            <h3 id={`reviewed-${key}`}>{steps.names[key]}</h3>
            {groups.map((group) => (
              <ReviewGroup key={group.key} group={group} />
            ))}
          </section>
        ))}
    </div>
  )
}

function ReviewGroup({ group }: { group: VisibleGroup }) {
  const isLeftOut = useApplicationState((state) => !isCounted(group, state))
  if (isLeftOut) return null
  return (
    <>
      {group.title && <h4>{group.title}</h4>}
      <ul>
        {group.inputs.map((input) => (
          <Row key={input.name} input={input} />
        ))}
      </ul>
    </>
  )
}

function Row({ input }: { input: Input }) {
  const { pack } = useLanguage()
  const { seek } = useNavigation()
  const text = reviewMessages[pack.language]
  const value = useApplicationState(({ values }) =>
    isShown(input, values) ? (getOwn(values, input.name) ?? '').trim() : null,
  )
  const isKept = useApplicationState(({ kept }) => kept.has(input.name))
  const isWrong = useApplicationState(({ problems }) => getOwn(problems, input.name) !== undefined)
  const isMissing = value === '' && !isKept
  if (value === null || (isMissing && !input.required)) return null
  const shown = isKept ? text.kept : isMissing ? text.missing : display(input, value)
  return (
    <li className={isMissing || isWrong ? 'wrong' : undefined}>
      <span className="review-label">{input.label}</span>
      <span className="review-value">
        {shown}
        {isWrong && !isMissing && <em> · {pack.form.steps.states.wrong}</em>}
      </span>
      <button
        type="button"
        className="button quiet"
        id={`review-${input.name}`}
        aria-label={text.editAnswer(input.label)}
        onClick={() => seek(input.name, true)}
      >
        {text.edit}
      </button>
    </li>
  )
}

function display(input: Input, value: string): string {
  if (input.sensitive) return maskedValue(input, value)
  return input.choiceLabels[input.choices.indexOf(value)] ?? displayValue(input, value)
}
