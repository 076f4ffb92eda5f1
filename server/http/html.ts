import { getOwn } from '#domain/get-own'
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => getOwn(ESCAPES, sign) ?? '')

/** Single quotes, as JSON is full of double ones. */
export const attribute = (name: string, value: string): string =>
  `${name}='${value.replace(/[&<>']/g, (sign) => getOwn(ESCAPES, sign) ?? '')}'`
