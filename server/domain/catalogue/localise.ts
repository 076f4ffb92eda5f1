import { getOwn } from '../get-own.ts'
import type { Input, SectionKey } from './define.ts'
import type { VisibleForm } from './visible-form.ts'

export type InputWords = { label: string; help?: string; placeholder?: string }

export type CatalogueWords = {
  sections: Readonly<Record<SectionKey, string>>
  groups: Readonly<Record<string, string>>
  inputs: Readonly<Record<string, InputWords>>
  /** By the value that is sent. */
  choices: Readonly<Record<string, string>>
}

export function localised(form: VisibleForm, words: CatalogueWords | null): VisibleForm {
  if (words === null) return form
  return {
    ...form,
    sections: form.sections.map((section) => ({
      ...section,
      title: words.sections[section.key],
      groups: section.groups.map((group) => ({
        ...group,
        title: group.title && (getOwn(words.groups, group.key) ?? group.title),
        inputs: group.inputs.map((input) => localisedInput(input, words)),
      })),
    })),
  }
}

export function localisedInput(input: Input, words: CatalogueWords | null): Input {
  if (words === null) return input
  const own = getOwn(words.inputs, input.name)
  return {
    ...input,
    label: own?.label ?? input.label,
    help: input.help && (own?.help ?? input.help),
    placeholder: input.placeholder && (own?.placeholder ?? input.placeholder),
    choiceLabels: input.choices.map((choice) => getOwn(words.choices, choice) ?? choice),
  }
}
