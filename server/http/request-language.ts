import type { FastifyRequest } from 'fastify'
import { DEFAULT_LANGUAGE, parseLanguage, type Language } from '#domain/language'

/**
 * What a request's refusals are worded in: the language of its `x-form-language` header. Not `Accept-Language`: the form
 * says what its applicant chose, and what integrators read does not depend on where they run.
 */
export function requestLanguage({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  const tag = headers['x-form-language']
  return parseLanguage(Array.isArray(tag) ? tag[0] : tag) ?? DEFAULT_LANGUAGE
}
