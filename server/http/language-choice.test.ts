import { describe, expect, it } from 'vitest'
import { RATES } from '#domain/limits'
import { openFormSession } from '../test/support/applicant.ts'
import { call, makeCompany, makeLink } from '../test/support/factories.ts'
import { upload } from '../test/support/uploads.ts'
import { type Headers, startLanguageTests } from './languages.fixture.ts'

const { url, services, log, speaking, slugPath, overRest, overTrpc, read, closedSession } =
  await startLanguageTests()

describe('the language', () => {
  const errorWith = async (headers: Headers) =>
    [
      await overRest('GET', slugPath('nowhere'), undefined, headers),
      await overTrpc('query', 'generatedLink.getBySlug', { slug: 'nowhere' }, headers),
      read(await upload(url, { name: 'a.webp', headers: { 'x-form-session': closedSession, ...headers } })),
    ].map(({ error }) => error)
  const english = [
    'Invalid link',
    'Invalid link',
    'This application has been submitted; its files can no longer be changed.',
  ]

  it.each([
    ['without the header', {}],
    ['for one that is not spoken', speaking('fr')],
    ['for garbage', speaking('\u00ff; DROP TABLE "User"')],
    ['for the name of something else', speaking('constructor')],
    ['for an empty header', speaking('')],
    ['whatever the browser prefers', { 'accept-language': 'es-MX,es;q=0.9' }],
  ])('is English %s', async (_what, headers) => {
    expect(await errorWith(headers)).toEqual(english)
  })

  it('is read from a tag with a region, in any case', async () => {
    expect((await errorWith(speaking('ES-mx')))[0]).toBe('Enlace no válido')
  })

  it('is told apart in the calls of one server at the same time', async () => {
    const answers = await Promise.all(
      ['es', 'en', 'ru', 'es'].map((language) => errorWith(speaking(language))),
    )
    expect(answers.map(([error]) => error)).toEqual([
      'Enlace no válido',
      'Invalid link',
      'Недействительная ссылка',
      'Enlace no válido',
    ])
  })

  it('of the log is English', async () => {
    const company = await makeCompany(services, { appEditorSettings: '{' })
    const { slug } = await makeLink(services, company.id)
    const before = log.length
    const headers = { ...speaking('ru'), 'x-form-session': await openFormSession(url, slug) }
    await upload(url, { headers })
    await expect.poll(() => log.slice(before).join('')).toContain('request failed')
    expect(log.slice(before).join('')).not.toMatch(/\p{Script=Cyrillic}/u)
  })
})

describe('a caller who tries too often', () => {
  it.each([
    ['en', /^Too many tries\. Please wait \d+ seconds? and try again\.$/],
    ['es', /^Demasiados intentos\. Espere \d+ segundos? e inténtelo de nuevo\.$/],
    ['ru', /^Слишком много попыток\. Подождите \d+ (секунду|секунды|секунд) и попробуйте ещё раз\.$/],
  ])('with a file is asked to wait, in %s', async (language, error) => {
    const headers = { 'x-form-session': await openFormSession(url), ...speaking(language) }
    let last = await upload(url, { name: 'a.webp', headers })
    for (let count = 0; count < RATES.uploadPerSession.max && last.status !== 429; count += 1) {
      last = await upload(url, { name: 'a.webp', headers })
    }
    expect(read(last)).toEqual({
      status: 429,
      code: 'too_many_requests',
      error: expect.stringMatching(error),
    })
    expect(last.headers.get('retry-after')).toMatch(/^\d+$/)
  })

  it('with sessions is asked to wait, in the language of each call', async () => {
    const path = '/form/initialize-session/demo'
    let last = await call(url, 'GET', path)
    for (let count = 0; count < RATES.sessionPerAddress.max && last.status !== 429; count += 1) {
      last = await call(url, 'GET', path)
    }
    for (const [language, beginning] of [
      ['en', 'Too many tries. Please wait '],
      ['es', 'Demasiados intentos. Espere '],
      ['ru', 'Слишком много попыток. Подождите '],
    ] as const) {
      const headers = speaking(language)
      const refusal = { status: 429, error: expect.stringContaining(beginning) }
      expect(await overRest('GET', path, undefined, headers)).toMatchObject(refusal)
      expect(await overTrpc('query', 'form.initializeSession', { slug: 'demo' }, headers)).toMatchObject(
        refusal,
      )
    }
  })
})
