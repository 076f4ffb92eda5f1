import { memo } from 'react'
import type { VisibleGroup, VisibleSection } from '#domain/catalogue/visible-form'
import type { Link } from '../calls/api.ts'
import { useApplication, useApplicationState } from '../application/application-context.tsx'
import { useWords } from '../language/language-context.tsx'
import { isAsked } from '../application/given-answers.ts'
import { FieldGrid } from './field-grid.tsx'
import { SectionCard } from './section-card.tsx'
import { Signatures } from './signatures.tsx'
import { UnfoldButton, useFold } from './folded-group.tsx'

type FormSectionProps = { section: VisibleSection; company: Link['company']; whole: boolean }

export const FormSection = memo(function FormSection({ section, company, whole }: FormSectionProps) {
  return (
    <SectionCard id={section.key} title={section.title}>
      <SectionBody section={section} company={company} whole={whole} />
    </SectionCard>
  )
})

const SectionBody = memo(function SectionBody({ section, company, whole }: FormSectionProps) {
  switch (section.key) {
    case 'partners':
      return <Partners groups={section.groups} />
    case 'signatures':
      return <Signatures groups={section.groups} company={company} />
    default:
      return section.groups.map((group) => (
        <FieldGrid
          key={group.key}
          inputs={group.inputs}
          whole={whole}
          folds={section.key === 'businessInfo' || section.key === 'references'}
        />
      ))
  }
})

function Partners({ groups }: { groups: readonly VisibleGroup[] }) {
  const { dispatch } = useApplication()
  const { addOwner } = useWords().secondPerson
  const place = useFold('partner2')
  const isShown = useApplicationState((state) => isAsked({ key: 'partner2' }, state))
  const shown = groups.filter(({ key }) => key !== 'partner2' || isShown)
  const folded = groups.find((group) => !shown.includes(group))
  const column = shown.length > 1
  return (
    <div ref={place}>
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
      {folded && (
        <UnfoldButton
          label={addOwner}
          first={folded.inputs[0]?.name}
          unfold={() => dispatch({ type: 'groupFolded', key: folded.key, isFolded: false })}
        />
      )}
    </div>
  )
}
