import type { VisibleGroup } from '#domain/catalogue/visible-form'
import { isAsked } from '../application/given-answers.ts'
import { useApplicationState } from '../application/application-context.tsx'
import { FieldGrid } from './field-grid.tsx'
import { SecondPerson } from './second-person.tsx'

export function Partners({ groups }: { groups: readonly VisibleGroup[] }) {
  const secondSigner = useApplicationState((state) => state.secondSigner)
  const shown = groups.filter((group) => isAsked(group, { secondSigner }))
  const column = shown.length > 1
  return (
    <>
      {groups.some(({ key }) => key === 'partner2') && <SecondPerson />}
      <div className={column ? 'columns' : undefined}>
        {shown.map((group) => (
          <div key={group.key} className="group" role="group" aria-labelledby={`group-${group.key}`}>
            <h3 className="group-title" id={`group-${group.key}`}>
              {group.title}
            </h3>
            <FieldGrid inputs={group.inputs} column={column} />
          </div>
        ))}
      </div>
    </>
  )
}
