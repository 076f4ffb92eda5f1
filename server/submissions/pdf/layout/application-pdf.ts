import { authorizationFor } from '#domain/authorization-text'
import { formattedView } from '#domain/catalogue/formatted-view'
import { getOwn } from '#domain/get-own'
import { submissionMessages } from '#domain/messages/panel-submission'
import { pdfMessages } from '#domain/messages/pdf'
import { additionSection } from '#domain/addition-section'
import { formatTime } from '#domain/time-zone'
import { formatSize } from '#domain/files'
import { signingSection } from '#domain/signing-section'
import type { SigningRecord } from '#domain/signing'
import { LIMITS } from '#domain/limits'
import { evidenceMessages } from '#domain/messages/evidence'
import { EVIDENCE_FILE, type Evidence } from '../../../evidence/verify/evidence.ts'
import type { Picture, PreparedApplication, PrintedAttachments, Signer } from '../printed-application.ts'
import { CONTENT_WIDTH, PAGE } from '../geometry.ts'
import { printable } from './fonts.ts'
import { drawFooters } from './footer.ts'
import { Sheet } from './page.ts'
import { drawHeading, drawSection } from './sections.ts'
import { drawAddition, drawSignatures } from './signatures.ts'
import { drawSummary } from './summary.ts'
import { COLOURS, STYLES } from './typeset.ts'

/** The same application gives the same bytes. */
export async function layOutApplication({
  logo,
  signers,
  added,
  stampedFor,
  ...application
}: PreparedApplication): Promise<Buffer> {
  const { id, createdAt, companyName, timeZone, values } = application
  const sheet = new Sheet({
    Title: `${pdfMessages.title} – ${printable(getOwn(values, 'legalName') ?? '').trim() || companyName}`,
    Author: companyName,
    Subject: `${pdfMessages.submission} ${id}`,
    CreationDate: createdAt,
  })
  drawLetterhead(sheet, { companyName, logo })
  if (!application.isAddition) drawSubmitted(sheet, application, signers)
  for (const [index, addition] of (application.additions ?? []).entries()) {
    const signer = added[index]
    const section = additionSection(addition, timeZone)
    if (addition.entries.length > 0) drawSection(sheet, section)
    if (signer && addition.signing) drawAddition(sheet, section.title, signer)
    if (addition.signing && !application.evidence) drawSigning(sheet, addition.signing, timeZone)
  }
  if (!application.isAddition) drawAttachments(sheet, application.attachments, timeZone)
  if (application.cashFlow) {
    if (!application.isAddition) sheet.keep(PAGE.height)
    drawSection(sheet, application.cashFlow)
  }
  if (application.evidence) drawEvidence(sheet, application.evidence, createdAt)
  const stamp = stampedFor ? { name: stampedFor.name, when: formatTime(stampedFor.at, timeZone) } : null
  drawFooters(sheet, { companyName, submissionId: id, stamp })
  return sheet.finish()
}

const GAP = 2

function drawSubmitted(
  sheet: Sheet,
  application: Omit<PreparedApplication, 'logo' | 'signers' | 'added' | 'stampedFor'>,
  signers: Signer[],
): void {
  const { companyName, timeZone, values, signing, authorizationText, disclaimer } = application
  const view = formattedView(values, 'full')
  const signed = view.find((section) => section.key === 'signatures')
  drawSummary(sheet, application)
  for (const section of view)
    if (section !== signed) drawSection(sheet, section, submissionMessages.sections[section.key])
  if (signed) {
    const { title, body } = authorizationFor(authorizationText, companyName)
    drawSignatures(sheet, signed.title, { title, body, disclaimer }, signers)
  }
  if (signing && !application.evidence) drawSigning(sheet, signing, timeZone)
}

function drawAttachments(
  sheet: Sheet,
  { asOf, statements, files }: PrintedAttachments,
  timeZone: string,
): void {
  const blocks = files.map(({ name, kind, size, digest, originalDigest }) => {
    const facts = [
      kind,
      formatSize(size),
      ...(digest === null ? [] : [pdfMessages.digest(digest)]),
      ...(originalDigest === null ? [] : [pdfMessages.convertedFrom(originalDigest)]),
    ]
    const lines = [
      sheet.set(name, STYLES.terms, CONTENT_WIDTH),
      sheet.set(facts.join(' · '), STYLES.tiny, CONTENT_WIDTH),
    ]
    return { lines, height: GAP + lines.reduce((sum, { height }) => sum + height, 0) }
  })
  const [first] = blocks
  if (!first) return
  drawHeading(sheet, pdfMessages.attachments(formatTime(asOf, timeZone), statements), first.height)
  for (const { lines, height } of blocks) {
    sheet.keep(height)
    sheet.y += GAP
    sheet.tag('P', () => sheet.flow(...lines))
  }
}

/** How signatures were made, in small print: a paragraph for each signer and one for the consent. */
function drawSigning(sheet: Sheet, signing: SigningRecord, timeZone: string): void {
  const { title, groups } = signingSection(signing, timeZone)
  for (const [index, group] of groups.entries()) {
    const rows = group.rows.map(({ label, value }) => [label, value] as const)
    const lang = group.key === 'consent' ? { lang: signing.consent.language } : {}
    drawFacts(sheet, index === 0 ? title : null, group.title ?? '', rows, lang)
  }
}

/** A page of its own, and the same as an attachment for programs. */
function drawEvidence(sheet: Sheet, evidence: Evidence, at: Date): void {
  sheet.keep(PAGE.height)
  for (const [index, { title, rows }] of evidence.page.entries())
    drawFacts(sheet, index === 0 ? evidenceMessages.title : null, title, rows)
  sheet.attach(EVIDENCE_FILE, JSON.stringify(evidence), at)
}

function drawFacts(
  sheet: Sheet,
  heading: string | null,
  title: string,
  rows: Evidence['page'][number]['rows'],
  tag: { lang?: string } = {},
): void {
  const facts = rows.map(([label, value]) => `${label}: ${value.replace(/\s+/g, ' ')}`).join(' · ')
  const text = sheet.set(`${title}. ${facts}`, STYLES.tiny, CONTENT_WIDTH)
  const needed = GAP + Math.min(text.height, 2 * text.style.leading)
  if (heading === null) sheet.keep(needed)
  else drawHeading(sheet, heading, needed)
  sheet.y += GAP
  sheet.tag('P', () => sheet.flow(text), tag)
}

const LOGO_GAP = 24

function drawLetterhead(
  sheet: Sheet,
  { companyName, logo }: { companyName: string; logo: Picture | null },
): void {
  const width = CONTENT_WIDTH - (logo ? LIMITS.logoBox.width + LOGO_GAP : 0)
  const company = sheet.set(companyName, STYLES.company, width)
  const title = sheet.set(pdfMessages.title, STYLES.title, width)
  const textHeight = company.height + 2 + title.height
  const height = Math.max(textHeight, logo ? drawLogo(sheet, logo, companyName) : 0)

  // Aligns text and logo at the bottom.
  const textTop = sheet.y + height - textHeight
  sheet.tag('P', () => sheet.draw(PAGE.margin, textTop, company))
  sheet.tag('H1', () => sheet.draw(PAGE.margin, textTop + company.height + 2, title))

  sheet.y += height + 6
  sheet.rule(PAGE.margin, sheet.y, CONTENT_WIDTH, 1.25, COLOURS.rule)
}

function drawLogo(sheet: Sheet, logo: Picture, companyName: string): number {
  const box = LIMITS.logoBox
  const scale = Math.min(box.width / logo.width, box.height / logo.height, 1)
  const width = logo.width * scale
  const draw = () =>
    sheet.document.image(Buffer.from(logo.png), PAGE.width - PAGE.margin - width, sheet.y, { width })
  sheet.tag('Figure', () => sheet.mark(draw), { alt: pdfMessages.logo(companyName) })
  return logo.height * scale
}
