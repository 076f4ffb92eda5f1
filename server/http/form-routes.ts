import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pTimeout from 'p-timeout'
import { parseLanguage, preferredLanguage, type Language } from '#domain/language'
import { LIMITS } from '#domain/limits'
import { AppError, errorBody } from '../errors.ts'
import { findPageLink, slug as slugSchema, type LinkOfPage } from '../entities/link/public-link.ts'
import type { Services } from '../services.ts'
import { success } from '../trpc/envelope.ts'
import { isUnavailable } from '../trpc/public-error.ts'
import { compressed, readBuilt, sendBuilt, wordsChunk } from './pages.ts'
import type { FormDrawing } from './form-drawing.ts'
import { formPage, type FormPage, type PageData } from './form-page.ts'
import { frameAncestors, pagePolicy } from './headers.ts'

const BAD_REQUEST = 400

/** Pages whose token follows the `#`, which browsers send to no server. */
const TOKEN_PAGES = ['/application', '/sign']

export type PageServices = Pick<Services, 'config' | 'db' | 'publicUrl' | 'log'>

declare module 'fastify' {
  interface FastifyInstance {
    /** For addresses that cannot be decoded, which reach no route. */
    sendFormWithoutLink?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  }
}

type FormRoute = { Params: { slug?: string }; Querystring: { lang?: unknown } }
type Found = LinkOfPage | null | 'unknown'

export function registerForm(
  app: FastifyInstance,
  services: PageServices,
  { folder, draw }: { folder: string; draw: FormDrawing },
): void {
  for (const path of ['/form', '/embed']) {
    const embedded = path === '/embed'
    for (const url of [path, `${path}/:slug`]) {
      app.get<FormRoute>(url, async (request, reply) =>
        sendForm(reply, embedded, await findLink(services, request.params.slug), languageFor(request)),
      )
    }
  }

  for (const url of TOKEN_PAGES) {
    app.get<FormRoute>(url, async (request, reply) => {
      reply.header('content-security-policy', pagePolicy())
      return send(reply, { language: languageFor(request), embedded: false, data: null }, 'no-store')
    })
  }

  app.decorate('sendFormWithoutLink', (request, reply) => {
    const [path = '', query] = request.url.split('?', 2)
    const lang = new URLSearchParams(query).get('lang')
    const language = languageFor({ query: { lang }, headers: request.headers })
    return sendForm(reply.code(BAD_REQUEST), path.startsWith('/embed/'), null, language)
  })

  async function sendForm(
    reply: FastifyReply,
    embedded: boolean,
    found: Found,
    language: Language,
  ): Promise<FastifyReply> {
    const allowed = found === 'unknown' ? [] : (found?.allowedOrigins ?? [])
    if (embedded) reply.removeHeader('x-frame-options').header('cross-origin-resource-policy', 'cross-origin')
    const policy = pagePolicy(embedded ? { frameAncestors: frameAncestors(allowed) } : {})
    reply.header('content-security-policy', policy)
    return send(reply, { language, embedded, data: pageData(found, embedded, language) }, 'no-cache')
  }

  async function send(
    reply: FastifyReply,
    page: Pick<FormPage, 'language' | 'embedded' | 'data'>,
    cacheControl: 'no-cache' | 'no-store',
  ): Promise<FastifyReply> {
    const [built, preload] = await Promise.all([
      readBuilt(folder, 'form/index.html'),
      wordsChunk(folder, page.language),
    ])
    const { maxFileBytes, draftDays } = services.config
    const drawing = page.data && draw(page.data, page.language)
    const html = built && formPage(built, { ...page, maxFileBytes, draftDays, preload, drawing })
    reply.headers({ vary: 'accept-language, accept-encoding', 'cache-control': cacheControl })
    return sendBuilt(reply, html && compressed(reply, html))
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

function pageData(found: Found, embedded: boolean, language: Language): PageData | null {
  // Who may frame the form is unknown, so an embedded page shows an error instead.
  if (found === 'unknown')
    return embedded
      ? failed(new AppError('unavailable', ({ pack }) => pack.form.errors.load), language)
      : null
  if (found) return { link: success(found.link), closed: found.closed }
  return failed(new AppError('not_found', ({ link }) => link.notFound), language)
}

const failed = (error: AppError, language: Language): PageData => ({
  link: errorBody(error, language),
  closed: false,
})
