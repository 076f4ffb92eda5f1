import { authorizationFor } from '#domain/authorization-text'
import { formattedView, type FormattedRow } from '#domain/catalogue/formatted-view'
import { pdfMessages } from '#domain/messages/pdf'
import type { PrintedApplication } from '../../submissions/pdf/printed-application.ts'

const STYLE = `
@page { size: Letter; margin: 0.75in }
body { margin: 0; font: 9.5pt/12.5pt Helvetica, Arial, sans-serif; color: #17202e }
header { display: flex; justify-content: space-between; align-items: end; border-bottom: 1.25pt solid }
header img { max-width: 180pt; max-height: 80pt }
h1 { font-size: 19pt; line-height: 23pt; margin: 0 0 8pt }
h2 { font-size: 10.5pt; border-bottom: 0.75pt solid; margin: 16pt 0 5pt; break-after: avoid }
h3 { font-size: 9.5pt; margin: 8pt 0 0; break-after: avoid }
dl { display: grid; grid-template-columns: 1fr 1fr; gap: 0 24pt; margin: 0 }
dl div { padding: 4pt 0 3pt; border-bottom: 0.5pt solid #aeb6c0; break-inside: avoid }
dt { font-size: 7.5pt; line-height: 9.75pt; color: #55606f }
dd { margin: 0; overflow-wrap: anywhere }
dd img { display: block; width: 232pt; border: 0.75pt solid }
p { margin: 6pt 0 0; white-space: pre-wrap }`

/** The pages of the application's PDF as a browser would print them: same content, same look. */
export function applicationHtml(application: PrintedApplication): string {
  const { companyName, values } = application
  const { title, body } = authorizationFor(application.authorizationText, companyName)
  const row = ({ name, label, value, signature }: FormattedRow) =>
    `<div><dt>${escaped(label)}</dt><dd>${
      signature && value ? `<img src="${values[name] ?? ''}">` : escaped(value || pdfMessages.noAnswer)
    }</dd></div>`
  const sections = formattedView(values, 'full').map(
    (section) =>
      `<h2>${escaped(section.title)}</h2>${
        section.key === 'signatures'
          ? `<h3>${escaped(title)}</h3><p>${escaped(body)}</p><p>${escaped(application.disclaimer)}</p>`
          : ''
      }${section.groups
        .map(
          (group) =>
            `${group.title ? `<h3>${escaped(group.title)}</h3>` : ''}<dl>${group.rows.map(row).join('')}</dl>`,
        )
        .join('')}`,
  )
  const logo = application.logo
    ? `<img src="data:image/png;base64,${application.logo.toString('base64')}">`
    : ''
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${pdfMessages.title}</title>
<style>${STYLE}</style></head><body>
<header><div><strong>${escaped(companyName)}</strong><h1>${pdfMessages.title}</h1></div>${logo}</header>
<p>${pdfMessages.submission} ${application.id}, ${pdfMessages.summary.received} ${application.createdAt.toISOString()}</p>
${sections.join('')}</body></html>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
