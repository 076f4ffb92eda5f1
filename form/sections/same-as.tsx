import type { SameAs } from '#domain/catalogue/define'
import { getOwn } from '#domain/get-own'
import { useApplication, useApplicationState } from '../application/application-context.tsx'
import type { State } from '../application/state.ts'
import { useWords } from '../language/language-context.tsx'

/** Offered while it overwrites nothing. */
export function SameAsBefore({ sameAs }: { sameAs: SameAs }) {
  const { state, change } = useApplication()
  const words = useWords()
  const offer = useApplicationState((now) => findOffer(now, sameAs))
  if (offer === 'none') return null

  const copy = (on: boolean) => {
    for (const { name, before } of findAnswers(state(), sameAs)) change(name, on ? before : '', true)
  }
  return (
    <label className="checkbox same">
      <input type="checkbox" checked={offer === 'taken'} onChange={({ target }) => copy(target.checked)} />
      <span>{words.sameAs[sameAs.key]}</span>
    </label>
  )
}

function findOffer(state: State, sameAs: SameAs): 'none' | 'open' | 'taken' {
  const answers = findAnswers(state, sameAs)
  if (answers[0]?.name !== sameAs.pairs[0]?.[0]) return 'none'
  if (answers.every(({ now, before }) => now === before)) return 'taken'
  return answers.every(({ now, before }) => now === '' || now === before) ? 'open' : 'none'
}

const findAnswers = ({ form, values }: State, { pairs }: SameAs) =>
  pairs
    .map(([name, from]) => ({ name, now: getOwn(values, name) ?? '', before: getOwn(values, from) ?? '' }))
    .filter(({ name, before }) => form.inputNames.has(name) && before.trim() !== '')
