import { expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'

test('a page is drawn and scripted', async () => {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    await page.setContent('<button onclick="this.textContent = \'Sent\'">Send</button>')
    await page.getByRole('button', { name: 'Send' }).click()
    expect(await page.getByRole('button').textContent()).toBe('Sent')
  } finally {
    await browser.close()
  }
})
