import { expect, test } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { formMessages } from '#domain/messages/form'
import { DESKTOP, PHONE, picture, startTyping } from './form-typing.fixture.ts'
import { allRequired, enter, field, fillIn, reachSubmit } from './form-visit.ts'

/** Secret and kept answers, dates, states, and the answers of a submit. */

const { open } = await startTyping()

test('a social security number is plain while it is typed, and dots once it is left', async () => {
  const page = await open(PHONE)
  const security = () =>
    field(page, 'partner1SSN').evaluate((element) =>
      getComputedStyle(element).getPropertyValue('-webkit-text-security'),
    )
  await field(page, 'partner1SSN').focus()
  await page.keyboard.type('123456789')
  expect(await security()).toBe('none')
  await page.keyboard.press('Tab')
  expect(await security()).toBe('disc')
  expect(await field(page, 'partner1SSN').inputValue()).toBe('123-45-6789')
})

test('a kept answer shows that it is there, counts as one, and typing replaces it', async () => {
  const page = await open(PHONE)
  const kept = ['partner1SSN', 'partner1DOB', 'taxId']
  for (const name of kept) await field(page, name).fill(fullApplication()[name] ?? '')
  await field(page, 'city').focus()
  await page.getByText(formMessages.draft.saved, { exact: true }).waitFor()

  await page.reload()
  await page.getByText(formMessages.draft.secretsKept).waitFor()
  for (const name of kept) {
    expect(await field(page, name).inputValue()).toBe('')
    expect(await page.locator(`#note-${name}`).innerText()).toBe(formMessages.draft.kept)
    expect(await field(page, name).getAttribute('aria-describedby')).toBe(`note-${name}`)
    expect(await field(page, name).getAttribute('required')).toBeNull()
  }
  expect(await field(page, 'partner1SSN').getAttribute('placeholder')).toBe('•••-••-••••')
  await field(page, 'partner1SSN').focus()
  await page.keyboard.press('Tab')
  expect(await page.locator('#note-partner1SSN').innerText()).toBe(formMessages.draft.kept)

  await field(page, 'partner1SSN').focus()
  await page.keyboard.type('219')
  expect(await picture(page, 'partner1SSN')).toBe('219|')
  expect(await page.locator('#note-partner1SSN').innerText()).toBe(formMessages.reasons.ssn)
  await reachSubmit(page).then((button) => button.click())
  await page.locator('.summary summary', { hasText: formMessages.steps.names.partners }).click()
  await page.getByRole('link', { name: formMessages.problems.ssn }).waitFor()
  expect(await page.getByRole('link', { name: /Date of birth/ }).count()).toBe(0)
})

test('half a date and an impossible year are told, and stop a submit', async () => {
  const page = await open(DESKTOP)
  await field(page, 'startDate').focus()
  await page.keyboard.type('03150020')
  await page.keyboard.press('Tab')
  await field(page, 'city').focus()
  expect(await page.locator('#note-startDate').innerText()).toBe(formMessages.problems.date)

  await field(page, 'partner2DOB').focus()
  await page.keyboard.type('0517')
  await field(page, 'city').focus()
  expect(await page.locator('#note-partner2DOB').innerText()).toBe(formMessages.problems.date)

  await enter(page, allRequired())
  await reachSubmit(page).then((button) => button.click())
  await page.getByRole('link', { name: formMessages.problems.date }).click()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('partner2DOB')
})

test('a state is found by typing its name', async () => {
  const page = await open(DESKTOP)
  await field(page, 'state').focus()
  await page.keyboard.type('new y')
  expect(await field(page, 'state').inputValue()).toBe('NY')
})

test('what is sent is what is shown', async () => {
  const page = await open(DESKTOP)
  await fillIn(page)
  await field(page, 'businessPhone').fill('2125550187')
  await field(page, 'rent').fill('4500')
  const [request] = await Promise.all([
    page.waitForRequest('**/form.submit*'),
    reachSubmit(page).then((button) => button.click()),
  ])
  expect(request.postDataJSON()).toMatchObject({
    rent: '4,500',
    businessPhone: '(212) 555-0187',
    partner1SSN: '123-45-6789',
  })
})
