import { STATEMENT_TYPE } from '#domain/files'
import { isRecord, parseJson } from '#domain/json'
import { formMessages } from '#domain/messages/form'
import { ApiError, readFailure } from './api-error.ts'

type UploadOptions = { token: string; companyId: string; onProgress: (percent: number) => void }

/**
 * One file to POST /api/documents/upload-public. XHR, as fetch does not tell how much has been sent.
 * @throws ApiError with a sentence for the file's row
 */
export function uploadFile(file: File, options: UploadOptions): Promise<{ id: string; url: string }> {
  const body = new FormData()
  body.append('documentType', STATEMENT_TYPE)
  body.append('companyId', options.companyId)
  body.append('file', file, file.name)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/documents/upload-public')
    request.setRequestHeader('x-form-session', options.token)
    request.responseType = 'text'
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) options.onProgress(Math.round((event.loaded / event.total) * 100))
    })
    request.addEventListener('load', () => {
      const answer = parseJson(request.responseText)
      const stored = readStored(answer)
      if (stored !== null) resolve(stored)
      else reject(readFailure(answer) ?? new ApiError(formMessages.errors.upload, 'internal'))
    })
    request.addEventListener('error', () => reject(new ApiError(formMessages.errors.upload, 'network')))
    request.send(body)
  })
}

function readStored(answer: unknown): { id: string; url: string } | null {
  if (!isRecord(answer) || answer.status !== 'success' || !isRecord(answer.data)) return null
  const { id } = answer.data
  return typeof id === 'string' && typeof answer.url === 'string' ? { id, url: answer.url } : null
}
