import { describe, expect, it } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { LIMITS } from '#domain/limits'
import { formMessages } from '#domain/messages/form'
import { formMessagesEs } from '#domain/messages/form-es'
import { formMessagesRu } from '#domain/messages/form-ru'
import { openFormSession } from '../test/support/applicant.ts'
import { makeCompany, makeLink } from '../test/support/factories.ts'
import { upload } from '../test/support/uploads.ts'
import { startLanguageTests } from './languages.fixture.ts'

const { url, services, speaking, slugPath, overRest, overTrpc, read, closedSession } =
  await startLanguageTests()

const company = await makeCompany(services)
const closedSlug = (await makeLink(services, company.id, { closedAt: new Date() })).slug
const openSession = await openFormSession(url)

describe('a refusal of the form’s calls, through REST and tRPC', () => {
  it.each([
    ['en', 'Invalid link'],
    ['es', 'Enlace no válido'],
    ['ru', 'Недействительная ссылка'],
  ])('of an unknown link, in %s', async (language, error) => {
    const headers = speaking(language)
    const refusal = { status: 404, code: 'not_found', error }
    expect(await overRest('GET', slugPath('nowhere'), undefined, headers)).toEqual(refusal)
    expect(await overTrpc('query', 'generatedLink.getBySlug', { slug: 'nowhere' }, headers)).toEqual(refusal)
  })

  it.each([
    ['en', 'This link no longer takes new applications.'],
    ['es', 'Este enlace ya no recibe solicitudes nuevas.'],
    ['ru', 'По этой ссылке новые заявки больше не принимаются.'],
  ])('of a closed link, in %s', async (language, error) => {
    const headers = speaking(language)
    const path = `/form/initialize-session/${closedSlug}`
    const refusal = { status: 409, code: 'conflict', error }
    expect(await overRest('GET', path, undefined, headers)).toEqual(refusal)
    expect(await overTrpc('query', 'form.initializeSession', { slug: closedSlug }, headers)).toEqual(refusal)
  })

  it.each([
    ['en', 'This form session has expired. Reload the page to continue.'],
    ['es', 'La sesión de este formulario ha caducado. Vuelva a cargar la página para continuar.'],
    ['ru', 'Сеанс этой формы истёк. Перезагрузите страницу, чтобы продолжить.'],
  ])('of an expired session, in %s', async (language, error) => {
    const headers = speaking(language)
    const body = { formSubmissionId: 'nonsense' }
    const refusal = { status: 400, code: 'session_expired', error }
    expect(await overRest('POST', '/form/session/state', body, headers)).toEqual(refusal)
    expect(await overTrpc('mutation', 'form.sessionState', body, headers)).toEqual(refusal)
  })

  it.each([
    ['en', '2 answers need a look.', { city: 'City is required', zip: formMessages.problems.zip }],
    ['es', 'Revise 2 respuestas.', { city: 'Falta: Ciudad', zip: formMessagesEs.problems.zip }],
    ['ru', 'Проверьте 2 ответа.', { city: 'Не заполнено: Город', zip: formMessagesRu.problems.zip }],
  ])('of answers, each under its label, in %s', async (language, error, fields) => {
    const headers = speaking(language)
    const body = { ...fullApplication({ city: '', zip: '123' }), generatedLinkSlug: 'demo' }
    const refusal = { status: 400, code: 'invalid_input', error, fields }
    expect(await overRest('POST', '/form/submit', body, headers)).toEqual(refusal)
    expect(await overTrpc('mutation', 'form.submit', body, headers)).toEqual(refusal)
  })

  it.each([
    ['en', 'Control characters cannot be used here', 'Unknown field: x', 'slug is required.'],
    [
      'es',
      'Aquí no se pueden usar caracteres de control',
      'Campo desconocido: x',
      'slug: este valor no se puede usar',
    ],
    [
      'ru',
      'Управляющие символы здесь использовать нельзя',
      'Неизвестное поле: x',
      'slug: это значение использовать нельзя',
    ],
  ])('of what no schema takes, in %s', async (language, control, unknown, missing) => {
    const headers = speaking(language)
    for (const [change, fields] of [
      [{ legalName: 'A\u000bB' }, { legalName: control }],
      [{ x: '1' }, { x: unknown }],
    ] as const) {
      const body = { ...fullApplication(), ...change, generatedLinkSlug: 'demo' }
      expect(await overRest('POST', '/form/submit', body, headers)).toMatchObject({ status: 400, fields })
      expect(await overTrpc('mutation', 'form.submit', body, headers)).toMatchObject({ status: 400, fields })
    }
    expect((await overTrpc('query', 'form.initializeSession', {}, headers)).fields).toEqual({ slug: missing })
  })

  it.each([
    ['en', 'Use at most 5000 characters'],
    ['es', 'Use como máximo 5000 caracteres'],
    ['ru', 'Не более 5000 знаков'],
  ])('of a draft’s answer that is too long, in %s', async (language, error) => {
    const headers = { ...speaking(language), 'x-form-session': openSession }
    const body = { values: { useOfFunds: 'x'.repeat(LIMITS.draftTextLength + 1) }, revision: 1 }
    const refusal = { status: 400, code: 'invalid_input', error, fields: { useOfFunds: error } }
    expect(await overRest('PUT', '/form/session/draft', body, headers)).toEqual(refusal)
    expect(await overTrpc('mutation', 'form.saveDraft', body, headers)).toEqual(refusal)
  })

  it.each([
    ['en', 'Tax ID must be entered again'],
    ['es', 'Vuelva a escribir: Identificación fiscal (Tax ID)'],
    ['ru', 'Введите ещё раз: Налоговый номер (Tax ID)'],
  ])('of an answer that is kept no more, in %s', async (language, taxId) => {
    const headers = { ...speaking(language), 'x-form-session': openSession }
    const body = { ...fullApplication({ taxId: '' }), kept: ['taxId'] }
    expect((await overRest('POST', '/form/submit', body, headers)).fields).toEqual({ taxId })
    expect((await overTrpc('mutation', 'form.submit', body, headers)).fields).toEqual({ taxId })
  })

  it.each([
    ['en', 'The request is too large.'],
    ['es', 'Lo que se envió es demasiado grande.'],
    ['ru', 'Отправленные данные слишком велики.'],
  ])('of a body that is too large for either, in %s', async (language, error) => {
    const headers = speaking(language)
    const body = { useOfFunds: 'x'.repeat(LIMITS.submitBodyBytes) }
    const refusal = { status: 413, code: 'too_large', error }
    expect(await overRest('POST', '/form/submit', body, headers)).toEqual(refusal)
    expect(await overTrpc('mutation', 'form.submit', body, headers)).toEqual(refusal)
  })

  it.each([
    ['en', /^Something went wrong on our side\. Quote the request id [\da-f-]{36}\.$/],
    ['es', /^Ocurrió un error de nuestro lado\. Si pide ayuda, mencione este código: [\da-f-]{36}\.$/],
    ['ru', /^На нашей стороне произошла ошибка\. Если обратитесь за помощью, назовите код [\da-f-]{36}\.$/],
  ])('of a fault of ours, in %s', async (language, error) => {
    const rename = (from: string, to: string) =>
      services.db
        .system('test')
        .write((client) =>
          client.$executeRawUnsafe(`ALTER TABLE "GeneratedLink" RENAME COLUMN "${from}" TO "${to}"`),
        )
    const headers = speaking(language)
    await rename('slug', 'renamed')
    const rest = await overRest('GET', slugPath('demo'), undefined, headers)
    const trpc = await overTrpc('query', 'generatedLink.getBySlug', { slug: 'demo' }, headers)
    await rename('renamed', 'slug')
    expect([rest.error, trpc.error]).toEqual([expect.stringMatching(error), expect.stringMatching(error)])
  })
})

describe('a refusal of a file', () => {
  const refused = async (file: Parameters<typeof upload>[1], language: string) => {
    const headers = { 'x-form-session': openSession, ...speaking(language), ...file.headers }
    return read(await upload(url, { ...file, headers }))
  }

  it.each([
    ['en', 'This type of file cannot be used. Attach a PDF, JPG or PNG.'],
    ['es', 'Este tipo de archivo no se puede usar. Adjunte un PDF, JPG o PNG.'],
    ['ru', 'Файл этого типа использовать нельзя. Прикрепите PDF, JPG или PNG.'],
  ])('of another type, in %s', async (language, error) => {
    expect(await refused({ name: 'a.webp' }, language)).toEqual({
      status: 415,
      code: 'unsupported_type',
      error,
    })
  })

  it.each([
    ['en', 'This file is larger than 1 MB. Attach a smaller one.'],
    ['es', 'Este archivo pesa más de 1 MB. Adjunte uno más pequeño.'],
    ['ru', 'Этот файл больше 1 MB. Прикрепите файл поменьше.'],
  ])('that is too large, in %s', async (language, error) => {
    const content = Buffer.alloc(1024 * 1024 + 1, '%PDF-1.4 ')
    expect(await refused({ content }, language)).toEqual({ status: 413, code: 'too_large', error })
  })

  it.each([
    ['en', 'This application has been submitted; its files can no longer be changed.'],
    ['es', 'Esta solicitud ya se envió; sus archivos ya no se pueden cambiar.'],
    ['ru', 'Эта заявка уже отправлена; её файлы больше нельзя изменить.'],
  ])('after the submit, in %s', async (language, error) => {
    const headers = { 'x-form-session': closedSession }
    expect(await refused({ headers }, language)).toEqual({ status: 409, code: 'conflict', error })
  })

  it.each([
    ['en', 'Error parsing application settings'],
    ['es', 'No se pudo leer la configuración de la solicitud'],
    ['ru', 'Не удалось прочитать настройки заявки'],
  ])('for a form that cannot be read, in %s', async (language, error) => {
    const company = await makeCompany(services, { appEditorSettings: '{' })
    const { slug } = await makeLink(services, company.id)
    const headers = { 'x-form-session': await openFormSession(url, slug) }
    expect(await refused({ headers }, language)).toEqual({ status: 503, code: 'unavailable', error })
  })
})
