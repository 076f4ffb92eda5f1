// @module-tag long
import { describe, expect, test } from 'vitest'
import { INPUTS } from '#domain/catalogue/index'
import { formMessages } from '#domain/messages/form'
import { clear, DESKTOP, PHONE, picture, place, startTyping } from './form-typing.fixture.ts'
import { field } from './form-visit.ts'

/** Typing and pasting into masked fields, on a desktop and on a phone. */

const { open, paste } = await startTyping()

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('on a %s', (_name, options) => {
  test('separators come and go with the digits and as an amount is left, the caret never jumps', async () => {
    const page = await open(options)
    const typing: [name: string, keys: string, shown: string][] = [
      ['businessPhone', '2125550187', '(212) 555-0187|'],
      ['cellPhone', '917-555-0142 ext. 4', '(917) 555-0142 ext. 4|'],
      ['fax', '+44 20 7946 0958', '+44 20 7946 0958|'],
      ['taxId', '123456789', '12-3456789|'],
      ['partner1SSN', '123456789', '123-45-6789|'],
      ['zip', '100131234', '10013-1234|'],
      ['rent', '12500.50', '12500.50|'],
    ]
    for (const [name, keys, shown] of typing) {
      await field(page, name).focus()
      await page.keyboard.type(keys)
      expect(await picture(page, name)).toBe(shown)
    }

    // In the middle: a digit more, then the one after it away again.
    await place(page, 'businessPhone', '(21|2) 555-0187')
    await page.keyboard.press('Backspace')
    expect(await picture(page, 'businessPhone')).toBe('(2|25) 550-187')
    await page.keyboard.type('1')
    expect(await picture(page, 'businessPhone')).toBe('(21|2) 555-0187')

    // Over a separator in either direction.
    await place(page, 'businessPhone', '(212) |555-0187')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Backspace')
    expect(await picture(page, 'businessPhone')).toBe('(21|5) 550-187')
    await page.keyboard.type('2')
    await page.keyboard.press('Delete')
    expect(await picture(page, 'businessPhone')).toBe('(212) |555-0187')

    await place(page, 'partner1SSN', '123-|45-6789')
    await page.keyboard.press('Delete')
    await page.keyboard.type('0')
    expect(await picture(page, 'partner1SSN')).toBe('123-0|5-6789')

    await place(page, 'taxId', '|12-3456789')
    await page.keyboard.press('Delete')
    await page.keyboard.type('9')
    expect(await picture(page, 'taxId')).toBe('9|2-3456789')

    await place(page, 'zip', '10013|-1234')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('4')
    expect(await picture(page, 'zip')).toBe('10014|-1234')

    await place(page, 'businessPhone', '(|212|) 555-0187')
    await page.keyboard.type('917')
    expect(await picture(page, 'businessPhone')).toBe('(917|) 555-0187')

    // An amount is grouped once its field is left.
    await field(page, 'sales').focus()
    await page.keyboard.type('1250000')
    expect(await picture(page, 'sales')).toBe('1250000|')
    await page.keyboard.press('Tab')
    expect(await field(page, 'sales').inputValue()).toBe('1,250,000')

    await place(page, 'sales', '1,25|0,000')
    await page.keyboard.press('Backspace')
    expect(await picture(page, 'sales')).toBe('12|0000')
    await page.keyboard.press('Enter')
    expect(await field(page, 'sales').inputValue()).toBe('120,000')
  })

  test('what is pasted is shown whole, masked where it fits', async () => {
    const page = await open(options)
    const pastes: [name: string, text: string, shown: string][] = [
      ['businessPhone', '(212) 555-0187 ext. 4', '(212) 555-0187 ext. 4|'],
      ['businessPhone', '\u202a212\u2011555\u20110187', '(212) 555-0187|'],
      ['businessPhone', '+44 20 7946 0958', '+44 20 7946 0958|'],
      ['partner1SSN', '123456789', '123-45-6789|'],
      ['taxId', '123456789', '12-3456789|'],
      ['taxId', '123-45-6789', '123-45-6789|'],
      ['rent', '$12,500.50', '$12,500.50|'],
      ['rent', '12.500,50', '12.500,50|'],
      ['zip', '100131234', '10013-1234|'],
    ]
    for (const [name, text, shown] of pastes) {
      await clear(page, name)
      await paste(page, text)
      expect(await picture(page, name)).toBe(shown)
    }
    await place(page, 'partner1SSN', '123-|45|-6789')
    await paste(page, '01')
    expect(await picture(page, 'partner1SSN')).toBe('123-01|-6789')
  })

  test('a field tells the browser what it is for, and in words what to enter once it is left; the focus goes on', async () => {
    const page = await open(options)
    const wrong: [name: string, keys: string, words: string][] = [
      ['businessPhone', '112555018', formMessages.problems.phone],
      ['taxId', '281234567', formMessages.problems.taxIdUnissued],
      ['partner1SSN', '666123456', formMessages.problems.ssnUnissued],
      ['zip', '1001', formMessages.problems.zip],
      ['rent', '12.500', formMessages.problems.money],
      ['email', 'owner@example', formMessages.problems.email],
      ['partner1CreditScore', '900', formMessages.problems.creditScore],
      ['partner1Title', 'Owner, 120%', formMessages.problems.ownership],
    ]
    for (const [name, keys, words] of wrong) {
      await field(page, name).focus()
      await page.keyboard.type(keys)
      expect(await field(page, name).getAttribute('aria-invalid')).toBe('false')
      await page.keyboard.press('Tab')
      const note = page.locator(`#note-${name}`)
      expect(await note.innerText()).toBe(words)
      expect(await field(page, name).getAttribute('aria-invalid')).toBe('true')
      expect(await field(page, name).getAttribute('aria-describedby')).toBe(`note-${name}`)
      expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).not.toBe(name)
      const label = INPUTS.get(name)?.label ?? ''
      expect(await page.locator('body > [role="status"]').textContent()).toBe(`${label}: ${words}`)
    }
    await field(page, 'zip').fill('10013')
    expect(await page.locator('#note-zip').innerText()).toBe('')

    // Every control tells the browser what it is for.
    await page.locator('[name="question6"][value="Yes"]').check()
    await page.locator('[name="question9"][value="Yes"]').check()
    while ((await page.locator('.unfold:visible').count()) > 0)
      await page.locator('.unfold:visible').first().click()
    const written = [...INPUTS.values()].filter(({ kind }) => kind !== 'yesNo' && kind !== 'signature')
    const controls = new Map(
      await page
        .locator('form [name]')
        .evaluateAll((all) =>
          all.map(
            (each) =>
              [
                each.getAttribute('name'),
                Object.fromEntries([...each.attributes].map(({ name, value }) => [name, value])),
              ] as const,
          ),
        ),
    )
    for (const input of written) {
      const control = controls.get(input.name)
      expect(control?.autocomplete, input.name).toBe(input.autocomplete)
      expect(control?.maxlength, input.name).toBeUndefined()
      if (['state', 'choice', 'longText'].includes(input.kind)) continue
      expect(control?.enterkeyhint, input.name).toBe(input.kind === 'date' ? 'done' : 'next')
      expect(control?.inputmode, input.name).toBe(KEYBOARDS[input.kind])
      expect(control?.type, input.name).toBe(TYPES[input.kind] ?? 'text')
    }
  })
})

const KEYBOARDS: Record<string, string> = {
  phone: 'tel',
  email: 'email',
  website: 'url',
  year: 'numeric',
  money: 'decimal',
  signedMoney: 'decimal',
  creditScore: 'numeric',
  ssn: 'numeric',
  taxId: 'numeric',
  zip: 'numeric',
}

const TYPES: Record<string, string> = {
  phone: 'tel',
  email: 'email',
  date: 'date',
  pastDate: 'date',
  birthDate: 'date',
}

test('undo takes the mask back with what was typed, and redo brings both again', async () => {
  const page = await open(DESKTOP)
  await field(page, 'businessPhone').focus()
  await page.keyboard.type('2125550187')
  const seen: string[] = []
  for (let step = 0; step < 30 && (await field(page, 'businessPhone').inputValue()) !== ''; step++) {
    await page.keyboard.press('Control+Z')
    seen.push(await field(page, 'businessPhone').inputValue())
  }
  expect(seen.at(-1)).toBe('')
  for (const text of seen) expect('2125550187').toMatch(new RegExp(`^${text.replace(/\D/g, '')}`))
  for (const _ of seen) await page.keyboard.press('Control+Shift+Z')
  expect(await field(page, 'businessPhone').inputValue()).toBe('(212) 555-0187')
})

test('a browser that fills in the form by itself gets masks too, and no other field is touched', async () => {
  const page = await open(DESKTOP)
  await field(page, 'legalName').focus()
  await page.keyboard.type('Golden Crust')
  await field(page, 'cellPhone').evaluate((element) => {
    if (!(element instanceof HTMLInputElement)) throw new Error('No input')
    // As autofill does: past React, with an event that is no InputEvent.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, '9175550142')
    element.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(await field(page, 'cellPhone').inputValue()).toBe('(917) 555-0142')
  expect(await picture(page, 'legalName')).toBe('Golden Crust|')
  await field(page, 'partner1SSN').fill('123456789')
  expect(await field(page, 'partner1SSN').inputValue()).toBe('123-45-6789')
})

test('a composed text is left to the keyboard until it is whole', async () => {
  const page = await open(PHONE)
  await field(page, 'businessPhone').focus()
  const keyboard = await page.context().newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', { text: '2125', selectionStart: 4, selectionEnd: 4 })
  expect(await picture(page, 'businessPhone')).toBe('2125|')
  await keyboard.send('Input.insertText', { text: '2125' })
  await expect.poll(() => picture(page, 'businessPhone')).toBe('(212) 5|')
})

test('text that is dragged into a field is masked there', async () => {
  const page = await open(DESKTOP)
  const box = await field(page, 'businessPhone').boundingBox()
  if (!box) throw new Error('Not on the page')
  const mouse = await page.context().newCDPSession(page)
  const items = [{ mimeType: 'text/plain', data: '2125550187' }]
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await mouse.send('Input.dispatchDragEvent', {
      type,
      x: box.x + 40,
      y: box.y + box.height / 2,
      data: { items, dragOperationsMask: 1 },
    })
  }
  await expect.poll(() => field(page, 'businessPhone').inputValue()).toBe('(212) 555-0187')
})
