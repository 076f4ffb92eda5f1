import type { FastifyReply } from 'fastify'
import { pagePolicy } from './headers.ts'

const SECTIONS = [
  ['guide', '/api/docs/guide', 'Guide'],
  ['reference', '/api/docs', 'Reference'],
  ['document', '/api/openapi.json', 'openapi.json'],
] as const

type DocsPage = { title: string; section: (typeof SECTIONS)[number][0]; body: string; head?: string }

export function sendDocsPage(
  reply: FastifyReply,
  { title, section, body, head = '' }: DocsPage,
): FastifyReply {
  const links = SECTIONS.map(
    ([key, url, text]) => `<a href="${url}"${key === section ? ' aria-current="true"' : ''}>${text}</a>`,
  )
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Intake API</title>
<link rel="icon" href="/api/docs/files/favicon-32x32.png">
${head}<link rel="stylesheet" href="/api/docs/docs.css">
</head>
<body class="${section}">
<header><strong>Intake API</strong><nav aria-label="Documentation">${links.join('')}</nav></header>
${body}
</body>
</html>
`
  return reply
    .headers({ 'content-security-policy': pagePolicy(), link: '</api/openapi.json>; rel="service-desc"' })
    .type('text/html; charset=utf-8')
    .send(html)
}
