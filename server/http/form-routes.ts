import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pTimeout from 'p-timeout'
import { parseLanguage, preferredLanguage, type Language } from '#domain/language'
import { LIMITS } from '#domain/limits'
import { AppError, errorBody } from '../errors.ts'
import { slug as slugSchema } from '../modules/link/link.schema.ts'
import { findPageLink, type LinkOfPage } from '../modules/link/public-link.service.ts'
import type { Services } from '../services.ts'
import { success } from '../trpc/envelope.ts'
import { isUnavailable } from '../trpc/public-error.ts'
import { readBuilt, sendBuilt, wordsChunk } from './pages.ts'
import { formPage, type PageData } from './form-page.ts'
import { frameAncestors, pagePolicy } from './headers.ts'

const BAD_REQUEST = 400

export type PageServices = Pick<Services, 'config' | 'db' | 'publicUrl' | 'log'>

declare module 'fastify' {
  interface FastifyInstance {
    /** For addresses that cannot be decoded, which reach no route. */
    sendFormWithoutLink?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  }
}

type FormRoute = { Params: { slug?: string }; Querystring: { lang?: unknown } }
type Found = LinkOfPage | null | 'unknown'

export function registerForm(app: FastifyInstance, services: PageServices, folder: string): void {
  for (const url of ['/form', '/form/:slug']) {
    app.get<FormRoute>(url, async (request, reply) =>
      sendForm(reply, await findLink(services, request.params.slug), languageFor(request)),
    )
  }

  for (const url of ['/embed', '/embed/:slug']) {
    app.get<FormRoute>(url, async (request, reply) =>
      sendEmbedded(reply, await findLink(services, request.params.slug), languageFor(request)),
    )
  }

  app.decorate('sendFormWithoutLink', (request, reply) => {
    const [path = '', query] = request.url.split('?', 2)
    const lang = new URLSearchParams(query).get('lang')
    const send = path.startsWith('/embed/') ? sendEmbedded : sendForm
    return send(reply.code(BAD_REQUEST), null, languageFor({ query: { lang }, headers: request.headers }))
  })

  async function sendForm(reply: FastifyReply, found: Found, language: Language): Promise<FastifyReply> {
    reply.headers({ 'content-security-policy': pagePolicy(), vary: 'accept-language' })
    const data = found === 'unknown' ? null : pageData(found, language)
    return sendBuilt(reply, await page(language, { embedded: false, data }))
  }

  async function sendEmbedded(reply: FastifyReply, found: Found, language: Language): Promise<FastifyReply> {
    const allowed = found === 'unknown' ? [] : (found?.allowedOrigins ?? [])
    reply.removeHeader('x-frame-options')
    reply.headers({
      'content-security-policy': pagePolicy({ frameAncestors: frameAncestors(allowed) }),
      'cross-origin-resource-policy': 'cross-origin',
      vary: 'accept-language',
    })
    // Who may frame the form is unknown, so the page shows an error instead.
    const data = found === 'unknown' ? outOfReach(language) : pageData(found, language)
    return sendBuilt(reply, await page(language, { embedded: true, data }))
  }

  async function page(
    language: Language,
    { embedded, data }: { embedded: boolean; data: PageData | null },
  ): Promise<string | null> {
    const [built, words] = await Promise.all([
      readBuilt(folder, 'form/index.html'),
      wordsChunk(folder, language),
    ])
    if (built === null) return null
    const { maxFileBytes, draftDays } = services.config
    return formPage(built, { language, embedded, maxFileBytes, draftDays, data, preload: words })
  }
}

function languageFor({ query, headers }: Pick<FastifyRequest<FormRoute>, 'query' | 'headers'>): Language {
  const asked = typeof query.lang === 'string' ? parseLanguage(query.lang) : null
  return asked ?? preferredLanguage(acceptedLanguages(headers['accept-language']))
}

/** 'es-MX, en;q=0.8, *;q=0' → ['es-mx', 'en'] (RFC 9110, 12.5.4) */
function acceptedLanguages(header = ''): string[] {
  const wishes = header.split(',').map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return { tag, weight: weight === undefined ? 1 : Number(weight) }
  })
  return wishes
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}

async function findLink(services: PageServices, slug: string | undefined): Promise<Found> {
  const wanted = slugSchema.safeParse(slug)
  if (!wanted.success) return null
  try {
    const link = findPageLink(services, wanted.data)
    return await pTimeout(link, { milliseconds: LIMITS.linkWaitMs, message: new AppError('unavailable') })
  } catch (error) {
    if (!isUnavailable(error)) throw error
    services.log.warn('a form was shown without its link, as the database did not answer')
    return 'unknown'
  }
}

function pageData(found: LinkOfPage | null, language: Language): PageData {
  if (found) return { link: success(found.link), closed: found.closed }
  return failed(new AppError('not_found', ({ link }) => link.notFound), language)
}

const outOfReach = (language: Language): PageData =>
  failed(new AppError('unavailable', ({ pack }) => pack.form.errors.load), language)

const failed = (error: AppError, language: Language): PageData => ({
  link: errorBody(error, language),
  closed: false,
})
