import { createElement as h, useState, type ChangeEvent } from 'react'
import { createRoot } from 'react-dom/client'
import type { Input } from '#domain/catalogue/define'
import { CATALOGUE } from '#domain/catalogue/index'

/** The yardstick: the form's fields in plain React, without checks, masks, drafts, styles or translations. */
function PlainForm() {
  const [values, setValues] = useState<Record<string, string>>({})
  const change = ({ target: { name, value } }: ChangeEvent<HTMLInputElement>) =>
    setValues((before) => ({ ...before, [name]: value }))

  const field = (input: Input) => {
    const { name, label, kind, choices, choiceLabels } = input
    const value = values[name] ?? input.defaultValue
    const control = { name, value, onChange: change, required: input.required }
    if (kind === 'yesNo')
      return h(
        'fieldset',
        { key: name },
        h('legend', null, label),
        choices.map((choice) => {
          const radio = { type: 'radio', name, value: choice, checked: value === choice, onChange: change }
          return h('label', { key: choice }, h('input', radio), choice)
        }),
      )
    if (kind === 'signature') return h('div', { key: name }, label, h('canvas'))
    if (kind === 'longText') return h('label', { key: name }, label, h('textarea', { ...control }))
    if (choices.length > 0)
      return h(
        'label',
        { key: name },
        label,
        h(
          'select',
          { ...control },
          choices.map((choice, index) => h('option', { key: choice, value: choice }, choiceLabels[index])),
        ),
      )
    return h('label', { key: name }, label, h('input', control))
  }

  return h(
    'form',
    null,
    h('h1', null, 'Funding application'),
    CATALOGUE.map((section) =>
      h(
        'section',
        { key: section.key },
        h('h2', null, section.title),
        section.groups.map((group) =>
          h(
            'div',
            { key: group.key },
            group.toggles.flatMap(({ inputs }) => inputs.map(field)),
          ),
        ),
      ),
    ),
    h('input', { type: 'file', multiple: true }),
    h('button', { type: 'submit' }, 'Submit'),
  )
}

const root = document.getElementById('root')
if (root !== null) createRoot(root).render(h(PlainForm))
