import type { VisibleGroup } from '#domain/catalogue/visible-form'
import { formMessages } from '#domain/messages/form'
import { problemWords } from '../problem-words.ts'
import { SignaturePad } from '../signature-pad.tsx'
import { today } from '../today.ts'
import { FieldGrid, type Answering } from './field-grid.tsx'

type SignaturesProps = Answering & {
  groups: readonly VisibleGroup[]
  authorization: { title: string; body: string }
  disclaimer: string
  setSecondSigner: (present: boolean) => void
}

/** What is signed, and who signs it. */
export function Signatures({
  groups,
  authorization,
  disclaimer,
  setSecondSigner,
  ...answering
}: SignaturesProps) {
  const paragraphs = authorization.body.split(/\n{2,}/).filter(Boolean)
  return (
    <>
      <div className="authorization">
        <h3>{authorization.title}</h3>
        {paragraphs.map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
        {disclaimer && <p className="disclaimer">{disclaimer}</p>}
      </div>
      <div className="columns">
        {groups.map((group) => (
          <Signer key={group.key} group={group} setSecondSigner={setSecondSigner} {...answering} />
        ))}
      </div>
    </>
  )
}

type SignerProps = Answering & { group: VisibleGroup; setSecondSigner: (present: boolean) => void }

function Signer({ group, setSecondSigner, ...answering }: SignerProps) {
  const { state, change } = answering
  const second = group.key === 'signer2'
  const written = group.inputs.filter((input) => input.kind !== 'signature')
  const drawn = group.inputs.find((input) => input.kind === 'signature')
  const date = group.inputs.find((input) => input.kind === 'date')

  // A signature is dated the day it is given, unless the applicant says otherwise.
  const sign = (name: string, drawing: string) => {
    change(name, drawing)
    if (drawing !== '' && date && !state.values[date.name]) change(date.name, today())
  }

  return (
    <div className="group" role="group" aria-labelledby={`group-${group.key}`}>
      <div className="group-head">
        <h3 className="group-title" id={`group-${group.key}`}>
          {group.title}
        </h3>
        {second && (
          <label className="checkbox">
            <input
              type="checkbox"
              checked={!state.secondSigner}
              onChange={(event) => setSecondSigner(!event.target.checked)}
            />
            <span>{formMessages.noSecondSigner}</span>
          </label>
        )}
      </div>
      {/* Hidden, not taken away: strokes and answers are there again when the box is cleared. */}
      <div hidden={second && !state.secondSigner}>
        <FieldGrid
          inputs={written}
          column
          help={date && { [date.name]: formMessages.signature.dateHelp }}
          {...answering}
        />
        {drawn && (
          <SignaturePad
            name={drawn.name}
            signer={second ? 2 : 1}
            value={state.values[drawn.name] ?? ''}
            problem={problemWords(formMessages, drawn, state.problems[drawn.name])}
            onChange={sign}
          />
        )}
      </div>
    </div>
  )
}
