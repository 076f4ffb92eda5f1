import { describe, expect, it } from 'vitest'
import { INPUTS } from './index.ts'
import { allOff, allOn, parseSettings, serialiseSettings, SettingsError } from './settings.ts'
import { visibleForm } from './visible-form.ts'

const shown = (settings: object) => visibleForm(parseSettings(JSON.stringify(settings)))

describe('company settings', () => {
  it('show everything where nothing was chosen', () => {
    expect(parseSettings(null)).toEqual(allOn())
    expect(parseSettings(' ')).toEqual(allOn())
    expect(visibleForm(allOn()).inputNames.size).toBe(INPUTS.size)
  })

  it('hide what is off, and the section with its last field', () => {
    const form = shown({ businessInfo: { fax: false }, signatures: { signature1: false, signature2: false } })
    expect(form.inputNames.has('fax')).toBe(false)
    expect(form.sections.map((section) => section.key)).not.toContain('signatures')
  })

  it('show nothing at all after "Deselect All Fields"', () => {
    const form = visibleForm(allOff())
    expect(form.sections).toEqual([])
    expect(form.uploads).toBe(false)
  })

  it('switch city, state and zip of a partner together', () => {
    const form = shown({ partners: { partner1CityStateZip: false } })
    expect(
      ['partner1City', 'partner1State', 'partner1Zip'].filter((name) => form.inputNames.has(name)),
    ).toEqual([])
  })

  it('read legacy keys, the canonical key winning', () => {
    expect(shown({ businessInfo: { cellPhoneNumber: false } }).inputNames.has('cellPhone')).toBe(false)
    const both = shown({ businessInfo: { cellPhoneNumber: false, cellPhone: true } })
    expect(both.inputNames.has('cellPhone')).toBe(true)
  })

  it('read partners nested under their number too', () => {
    expect(shown({ partners: { partner2: { SSN: false } } }).inputNames.has('partner2SSN')).toBe(false)
  })

  it('keep keys they do not offer or do not know', () => {
    const stored = { questions: { defaulted: false }, custom: { flag: false } }
    const written: unknown = JSON.parse(serialiseSettings(parseSettings(JSON.stringify(stored))))
    expect(written).toMatchObject(stored)
  })

  it.each([
    '{',
    '{"__proto__":{"fax":false}}',
    '{"businessInfo":{"__proto__":false}}',
    '[]',
    '"x"',
    '{"businessInfo":{"fax":"false"}}',
    '{"businessInfo":true}',
  ])('refuse %s', (text) => {
    expect(() => parseSettings(text)).toThrow(SettingsError)
  })
})
