import { useState } from 'react'
import type { VisibleGroup } from '#domain/catalogue/visible-form'
import { useApplicationState } from '../application/application-context.tsx'
import { focusField } from '../focus-field.ts'
import { useWords } from '../language/language-context.tsx'
import { isBegun } from '../application/progress.ts'
import { FieldGrid } from './field-grid.tsx'

export function Partners({ groups }: { groups: readonly VisibleGroup[] }) {
  return (
    <div className="columns">
      {groups.map((group) => (
        <Partner key={group.key} group={group} foldable={group.key === 'partner2' && groups.length > 1} />
      ))}
    </div>
  )
}

type PartnerProps = { group: VisibleGroup; foldable: boolean }

function Partner({ group, foldable }: PartnerProps) {
  const words = useWords()
  const begun = useApplicationState((state) => isBegun(group, state))
  const [opened, setOpened] = useState(false)
  const folded = foldable && !opened && !begun

  const open = () => {
    setOpened(true)
    const [first] = group.inputs
    if (first) requestAnimationFrame(() => focusField(first.name))
  }

  return (
    <div className={folded ? 'group folded' : 'group'} role="group" aria-labelledby={`group-${group.key}`}>
      <h3 className="group-title" id={`group-${group.key}`}>
        {group.title}
      </h3>
      {folded && (
        <button type="button" className="button add" onClick={open}>
          {words.addSecondPartner}
        </button>
      )}
      <div className="foldable">
        <FieldGrid inputs={group.inputs} column />
      </div>
    </div>
  )
}
