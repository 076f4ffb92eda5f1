import { getOwn } from '../get-own.ts'
import { CATALOGUE, INPUTS } from './index.ts'
import type { SectionKey } from './define.ts'
import { displayValue, maskedValue } from './display.ts'
import { isShown, type Values } from './values.ts'

/** 'masked' shows the last four of sensitive values; 'full' is for audited reveals and the PDF. */
export type ViewMode = 'masked' | 'full'

export type FormattedRow = {
  name: string
  label: string
  value: string
  sensitive: boolean
  signature: boolean
}
export type FormattedGroup = { key: string; title: string | null; rows: FormattedRow[] }
export type FormattedSection = { key: SectionKey; title: string; groups: FormattedGroup[] }

/** Fields in the form's order, those included that the company has switched off since. */
export function formattedView(values: Values, mode: ViewMode): FormattedSection[] {
  return CATALOGUE.map((section) => ({
    key: section.key,
    title: section.title,
    groups: section.groups
      .map((group) => ({
        key: group.key,
        title: group.title,
        rows: group.toggles
          .flatMap((toggle) => toggle.inputs)
          .filter(
            (input) => isStored(values, input.name) && (getOwn(values, input.name) || isShown(input, values)),
          )
          .map((input) => ({
            name: input.name,
            label: input.label,
            value: shownValue(values, input.name, mode),
            sensitive: input.sensitive,
            signature: input.kind === 'signature',
          })),
      }))
      .filter((group) => group.rows.length > 0),
  })).filter((section) => section.groups.length > 0)
}

export const maskValues = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const input = INPUTS.get(name)
      return [name, input?.sensitive ? maskedValue(input, value) : value]
    }),
  )

/** Masks sensitive values, but not the signatures. */
export const maskNumbers = (values: Values): Values => ({
  ...maskValues(values),
  ...Object.fromEntries(Object.entries(values).filter(([name]) => INPUTS.get(name)?.kind === 'signature')),
})

const isStored = (values: Values, name: string): boolean => Object.hasOwn(values, name)

function shownValue(values: Values, name: string, mode: ViewMode): string {
  const input = INPUTS.get(name)
  const value = getOwn(values, name) ?? ''
  if (input === undefined) return value
  return input.sensitive && mode === 'masked' ? maskedValue(input, value) : displayValue(input, value)
}
