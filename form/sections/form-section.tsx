import { memo } from 'react'
import type { VisibleSection } from '#domain/catalogue/visible-form'
import type { Link } from '../calls/api.ts'
import { useApplicationState } from '../application/application-context.tsx'
import { useWords } from '../language/language-context.tsx'
import { FieldGrid } from './field-grid.tsx'
import { Partners } from './partners.tsx'
import { SectionCard } from './section-card.tsx'
import { Signatures } from './signatures.tsx'

const NONE = { done: 0, total: 0 }

type FormSectionProps = { section: VisibleSection; company: Link['company']; whole: boolean }

export const FormSection = memo(function FormSection({ section, company, whole }: FormSectionProps) {
  const words = useWords()
  const count = useApplicationState(({ overview }) => {
    const { done, total } = overview.steps.find(({ key }) => key === section.key)?.count ?? NONE
    return total > 0 ? words.progress(done, total) : ''
  })
  return (
    <SectionCard id={section.key} title={section.title} count={count}>
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
      return section.groups.map((group) => <FieldGrid key={group.key} inputs={group.inputs} whole={whole} />)
  }
})
