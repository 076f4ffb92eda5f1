import simpleRestProvider from 'ra-data-simple-rest'
import { requestData } from './request.ts'
import { apiUrl } from './resource-paths.ts'

type HttpClient = NonNullable<Parameters<typeof simpleRestProvider>[1]>

const httpClient: HttpClient = (url: string, options = {}) => {
  const { method, body, headers, signal } = options
  const sent = new Headers(headers)
  if (body !== undefined && body !== null) sent.set('content-type', 'application/json')
  return requestData(apiUrl(url, method), { method, body, headers: sent, signal })
}

export const dataProvider = simpleRestProvider('', httpClient)
