import { isRecord, parseJson } from '#domain/json'
import { envelopeError, unreachable } from './api-error.ts'
import { bearer } from './token.ts'

/** XHR, as fetch reports no upload progress. @throws ApiError */
export const uploadFile = (url: string, file: File, onProgress: (percent: number) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of Object.entries(bearer())) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((loaded / total) * 100))
    request.onerror = () => reject(unreachable())
    request.onload = () => {
      const answer = parseJson(request.responseText)
      if (request.status === 200 && isRecord(answer) && answer.status === 'success') resolve()
      else reject(envelopeError(request.status, answer))
    }
    const body = new FormData()
    body.append('file', file, file.name)
    request.send(body)
  })
