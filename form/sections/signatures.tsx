import { useCallback, useMemo } from 'react'
import { authorizationFor } from '#domain/authorization-text'
import { isShown } from '#domain/catalogue/values'
import type { VisibleGroup } from '#domain/catalogue/visible-form'
import { getOwn } from '#domain/get-own'
import type { Link } from '../calls/api.ts'
import { useApplication, useApplicationState } from '../application/application-context.tsx'
import { useWords } from '../language/language-context.tsx'
import { problemWords } from '../problem-words.ts'
import { SignaturePad } from '../signature/signature-pad.tsx'
import { today } from '../today.ts'
import { FieldGrid } from './field-grid.tsx'
import { hasGroup, SecondPerson } from './second-person.tsx'
import { PARTNER_NAMES } from './text-input.tsx'

type SignaturesProps = { groups: readonly VisibleGroup[]; company: Link['company'] }

export function Signatures({ groups, company }: SignaturesProps) {
  const { title, body } = authorizationFor(company.authorizationText, company.nameOut)
  const askedBefore = useApplicationState(({ form }) => hasGroup(form, 'partner2'))
  const paragraphs = body.split(/\n{2,}/).filter(Boolean)
  return (
    <>
      <div className="authorization" lang="en">
        <h3>{title}</h3>
        {paragraphs.map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
        {company.disclaimer && <p className="disclaimer">{company.disclaimer}</p>}
      </div>
      <PartnerNames />
      {!askedBefore && groups.some(({ key }) => key === 'signer2') && <SecondPerson />}
      <div className="columns">
        {groups.map((group) => (
          <Signer key={group.key} group={group} />
        ))}
      </div>
    </>
  )
}

function PartnerNames() {
  const first = useApplicationState((state) => state.values.partner1Name)
  const second = useApplicationState((state) => state.values.partner2Name)
  const names = new Set([first, second].filter((name) => name?.trim()))
  return (
    <datalist id={PARTNER_NAMES}>
      {[...names].map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  )
}

function Signer({ group }: { group: VisibleGroup }) {
  const words = useWords()
  const secondSigner = useApplicationState((state) => state.secondSigner)
  const second = group.key === 'signer2'
  const written = group.inputs.filter((input) => input.kind !== 'signature')
  const date = group.inputs.find((input) => input.kind === 'date')
  const help = useMemo(() => date && { [date.name]: words.signature.dateHelp }, [date, words])

  return (
    // Hidden rather than unmounted, so that strokes return with the signer.
    <div
      className="group"
      role="group"
      aria-labelledby={`group-${group.key}`}
      hidden={second && !secondSigner}
    >
      <div className="group-head">
        <h3 className="group-title" id={`group-${group.key}`}>
          {group.title}
        </h3>
      </div>
      <FieldGrid inputs={written} column help={help} />
      <Drawing group={group} signer={second ? 2 : 1} />
    </div>
  )
}

function Drawing({ group, signer }: { group: VisibleGroup; signer: number }) {
  const { state, change } = useApplication()
  const words = useWords()
  const input = group.inputs.find(({ kind }) => kind === 'signature')
  const date = group.inputs.find(({ kind }) => kind === 'date')?.name
  const name = input?.name ?? ''
  const value = useApplicationState(({ values }) => getOwn(values, name) ?? '')
  const kept = useApplicationState((all) => all.kept.has(name))
  const problem = useApplicationState(({ problems }) => getOwn(problems, name))

  const sign = useCallback(
    (drawn: string, drawing: string) => {
      change(drawn, drawing, true)
      if (drawing !== '' && date && !getOwn(state().values, date)) change(date, today(), true)
    },
    [change, date, state],
  )

  const shown = useApplicationState(({ values }) => input !== undefined && isShown(input, values))

  if (!input) return null
  return (
    <div hidden={!shown}>
      <SignaturePad
        name={name}
        signer={signer}
        value={value}
        kept={kept}
        problem={problemWords(words, input, problem)}
        onChange={sign}
      />
    </div>
  )
}
