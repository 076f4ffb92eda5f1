import { getOwn } from '#domain/get-own'
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as HTML shows it, between tags and in attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => getOwn(ESCAPES, sign) ?? '')

/** `name='value'`; JSON stays half as long in single quotes. */
export const attribute = (name: string, value: string): string =>
  `${name}='${value.replace(/[&<>']/g, (sign) => getOwn(ESCAPES, sign) ?? '')}'`
