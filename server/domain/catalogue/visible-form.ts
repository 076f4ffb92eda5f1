import type { Input, SectionKey } from './define.ts'
import { CATALOGUE } from './index.ts'
import { isOn, type Settings } from './settings.ts'
import { BANK_STATEMENTS_TOGGLE } from './uploads.ts'

export type VisibleGroup = { key: string; title: string | null; inputs: readonly Input[] }
export type VisibleSection = { key: SectionKey; title: string; groups: readonly VisibleGroup[] }

export type VisibleForm = {
  sections: readonly VisibleSection[]
  inputNames: ReadonlySet<string>
  uploads: boolean
}

export function visibleForm(settings: Settings): VisibleForm {
  const sections = CATALOGUE.map((section) => ({
    key: section.key,
    title: section.title,
    groups: section.groups
      .map((group) => ({
        key: group.key,
        title: group.title,
        inputs: group.toggles
          .filter((toggle) => isOn(settings, group.settingsGroup, toggle.key))
          .flatMap((toggle) => toggle.inputs),
      }))
      .filter((group) => group.inputs.length > 0),
  })).filter((section) => section.groups.length > 0)
  return {
    sections,
    inputNames: new Set(
      sections.flatMap((section) =>
        section.groups.flatMap((group) => group.inputs.map((input) => input.name)),
      ),
    ),
    uploads: isOn(settings, 'bankStatements', BANK_STATEMENTS_TOGGLE),
  }
}
