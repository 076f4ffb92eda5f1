import { signingSection } from '#domain/signing-section'
import type { SigningRecord } from '#domain/signing'
import { CONTENT_WIDTH } from '../geometry.ts'
import type { Sheet } from './page.ts'
import { drawHeading } from './sections.ts'
import { STYLES } from './typeset.ts'

const GAP = 2

/** How signatures were made, in small print: a paragraph for each signer and one for the consent. */
export function drawEvidence(sheet: Sheet, signing: SigningRecord, timeZone: string): void {
  const { title, groups } = signingSection(signing, timeZone)
  for (const [index, group] of groups.entries()) {
    const facts = group.rows.map(({ label, value }) => `${label}: ${value.replace(/\s+/g, ' ')}`).join(' · ')
    const text = sheet.set(`${group.title ?? ''}. ${facts}`, STYLES.tiny, CONTENT_WIDTH)
    const needed = GAP + Math.min(text.height, 2 * text.style.leading)
    if (index === 0) drawHeading(sheet, title, needed)
    else sheet.keep(needed)
    sheet.y += GAP
    const lang = group.key === 'consent' ? { lang: signing.consent.language } : {}
    sheet.tag('P', () => sheet.flow(text), lang)
  }
}
