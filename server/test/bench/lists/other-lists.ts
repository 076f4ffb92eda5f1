import { isRecord } from '#domain/json'
import { call } from '../../support/factories.ts'
import { COMMON_WORD } from '../filled/words.ts'
import type { Question } from './questions.ts'

/** Texts of tasks are encrypted: no search finds them. */
const SEALED = '/task/get'

/**
 * Every other list of the OpenAPI document, which is every GET that takes a `range`: first and last page, a search, and
 * each of its sorts both ways. So a list that is added later is measured as it comes.
 */
export async function otherLists(url: string, token: string, except: string): Promise<Question[]> {
  const { body } = await call(url, 'GET', '/openapi.json')
  const paths = isRecord(body.paths) ? Object.entries(body.paths) : []
  const lists = paths.filter(([path, item]) => path !== except && !path.includes('{') && takes(item, 'range'))
  const questions = await Promise.all(lists.map(([path]) => questionsOf(url, token, path)))
  return questions.flat()
}

function takes(item: unknown, name: string): boolean {
  const parameters = isRecord(item) && isRecord(item.get) ? item.get.parameters : null
  return (
    Array.isArray(parameters) &&
    parameters.some((parameter) => isRecord(parameter) && parameter.name === name)
  )
}

async function questionsOf(url: string, token: string, path: string): Promise<Question[]> {
  const range = [0, 9]
  const sorts = await sortsOf(url, token, path)
  return [
    { name: `${path}, first page`, path, query: { range } },
    { name: `${path}, last page`, path, query: { range }, deep: true },
    { name: `${path}, all`, path, query: {} },
    ...(path === SEALED
      ? []
      : [{ name: `${path}, search`, path, query: { range, filter: { q: COMMON_WORD } } }]),
    ...sorts.flatMap((field) =>
      ['ASC', 'DESC'].map((order) => ({
        name: `${path}, by ${field} ${order}`,
        path,
        query: { range, sort: [field, order] },
      })),
    ),
  ]
}

/** The document knows a sort as a text only, but a refusal names the fields. */
async function sortsOf(url: string, token: string, path: string): Promise<string[]> {
  const { body } = await call(url, 'GET', `${path}?sort=${encodeURIComponent('["?","ASC"]')}`, { token })
  const sentence = isRecord(body.fields) ? body.fields['sort.0'] : undefined
  const [, names = ''] = /: (.+)\.$/.exec(typeof sentence === 'string' ? sentence : '') ?? []
  return names.split(', ').filter((name) => name !== '')
}
