import { describe, expect, it } from 'vitest'
import { INPUTS, TOGGLES } from './index.ts'
import {
  allOff,
  allOn,
  parseSettings,
  readSettings,
  serialiseSettings,
  setAllToggles,
  SettingsError,
  setToggle,
} from './settings.ts'
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

  it('keep what they do not offer', () => {
    const stored = { questions: { defaulted: false }, uploads: { voidCheck: false } }
    const written: unknown = JSON.parse(serialiseSettings(parseSettings(JSON.stringify(stored))))
    expect(written).toMatchObject(stored)
    expect(setAllToggles(parseSettings(JSON.stringify(stored)), true).get('questions.defaulted')).toBe(false)
  })

  it('read and write every key and alias of the catalogue without complaint', () => {
    for (const name of TOGGLES.keys()) {
      const [group = '', key = ''] = name.split('.')
      expect(readSettings(JSON.stringify({ [group]: { [key]: false } })).problems).toEqual([])
    }
    expect(readSettings(serialiseSettings(allOff())).problems).toEqual([])
    expect(parseSettings(serialiseSettings(allOff()))).toEqual(allOff())
  })

  it.each([
    ['{"constructor":{"entries":true,"keys":true,"fromEntries":true}}', 'constructor', 'unknown'],
    ['{"__proto__":{"fax":false}}', '__proto__', 'unknown'],
    ['{"toString":true}', 'toString', 'unknown'],
    ['{"businessInfo.fax":true}', 'businessInfo.fax', 'unknown'],
    ['{"businessInfo":{"__proto__":false}}', 'businessInfo.__proto__', 'unknown'],
    ['{"businessInfo":{"hasOwnProperty":false}}', 'businessInfo.hasOwnProperty', 'unknown'],
    ['{"businessInfo":{"legal":{"Name":true}}}', 'businessInfo.legal', 'unknown'],
    ['{"businessInfo":{"fax":{}}}', 'businessInfo.fax', 'notBoolean'],
    ['{"businessInfo":{"fax":"false"}}', 'businessInfo.fax', 'notBoolean'],
    ['{"businessInfo":true}', 'businessInfo', 'notBoolean'],
    ['{"partners":{"partner1":{"valueOf":true}}}', 'partners.partner1.valueOf', 'unknown'],
    ['{"partners":{"partner1":{"SSN":{"a":true}}}}', 'partners.partner1.SSN', 'notBoolean'],
    ['{"partners":{"partner1":true}}', 'partners.partner1', 'unknown'],
  ])('ignore and name what is no setting in %s', (text, name, is) => {
    const before = Object.getOwnPropertyDescriptors(Object)
    expect(readSettings(text)).toEqual({ settings: allOn(), problems: [{ name, is }] })
    const valid = text.replace(/}$/, ',"references":{"reference1":false}}')
    expect(parseSettings(valid)).toEqual(setToggle(allOn(), 'references', 'reference1', false))
    expect(Object.getOwnPropertyDescriptors(Object)).toEqual(before)
  })

  it.each(['{', '[]', '"x"', 'null', '7', `{"businessInfo":{"${'x'.repeat(100_000)}":true}}`])(
    'refuse what is no settings at all: %.30s',
    (text) => {
      expect(() => parseSettings(text)).toThrow(SettingsError)
    },
  )
})
