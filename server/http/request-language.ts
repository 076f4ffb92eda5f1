import type { FastifyRequest } from 'fastify'
import { DEFAULT_LANGUAGE, parseLanguage, type Language } from '#domain/language'

/**
 * Not `Accept-Language`: applicants choose in the form, and integrators' errors must not depend on where they
 * run.
 */
export function requestLanguage({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  const tag = headers['x-form-language']
  return parseLanguage(Array.isArray(tag) ? tag[0] : tag) ?? DEFAULT_LANGUAGE
}
