import { getOwn } from '#domain/get-own'
import { DEFAULT_LANGUAGE, type Language } from '#domain/language'

export type Unsubscribe = { label: string; url: string }

/** `unsubscribe`: an address that ends such mails by one POST (RFC 8058). */
/** `images`: PNGs that the HTML shows by `cid:`. */
export type MailContent = {
  subject: string
  text: string
  html: string
  unsubscribe?: string
  images?: { cid: string; content: Buffer }[]
}

/** What the receiver can check, with a link and its QR code. */
export type Proof = { label: string; value: string; link: string; code: Buffer }

/** `link`: '' for a mail without one */
type Parts = Record<'subject' | 'sender' | 'text' | 'button' | 'link' | 'footer', string> & {
  language?: Language
  unsubscribe?: Unsubscribe
  proof?: Proof | null
}

export const composeMail = ({
  subject,
  sender,
  text,
  button,
  link,
  footer,
  language = DEFAULT_LANGUAGE,
  unsubscribe,
  proof,
}: Parts): MailContent => ({
  ...(unsubscribe && { unsubscribe: unsubscribe.url }),
  ...(proof && { images: [{ cid: 'code', content: proof.code }] }),
  subject,
  text: `${text}\n\n${link && `${button}: ${link}\n\n`}${proof ? `${proof.label}: ${proof.value}\n${proof.link}\n\n` : ''}${footer}\n${unsubscribe ? `\n${unsubscribe.label}: ${unsubscribe.url}\n` : ''}`,
  html: page(
    subject,
    language,
    `<p style="margin:0 0 4px;font-size:13px;color:#55606f">${escaped(sender)}</p>
      <p style="margin:0 0 24px;font-size:16px;line-height:24px">${escaped(text)}</p>
      ${link && `<p style="margin:0 0 24px"><a href="${escaped(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4fd7;color:#ffffff;text-decoration:none;font-weight:600">${escaped(button)}</a></p>`}${proof ? proofPart(proof) : ''}
      <p style="margin:0;font-size:13px;line-height:20px;color:#55606f">${escaped(footer)}${unsubscribe ? `<br><a href="${escaped(unsubscribe.url)}" style="color:#55606f">${escaped(unsubscribe.label)}</a>` : ''}</p>`,
  ),
})

const proofPart = ({ label, value, link }: Proof): string => `
      <p style="margin:0 0 8px;font-size:13px;line-height:20px;color:#55606f">${escaped(label)}<br><a href="${escaped(link)}" style="color:#1d4fd7;font-family:ui-monospace,Menlo,Consolas,monospace;word-break:break-all">${escaped(value)}</a></p>
      <p style="margin:0 0 24px"><img src="cid:code" width="204" height="204" alt="${escaped(link)}"></p>`

// Mail clients support only tables and inline styles.
const page = (title: string, language: Language, body: string): string => `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f5f6f8;color:#17202e;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
  <table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #d9dde3;border-radius:8px"><tr><td style="padding:32px">
      ${body}
    </td></tr></table>
  </td></tr></table>
</body>
</html>
`

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => getOwn(ENTITIES, character) ?? '')
