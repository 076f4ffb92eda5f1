import { toDocumentType, type Description } from '#domain/document-type'
import { STATEMENT_TYPE } from '#domain/files'
import { isRecord, parseJson } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { ApiError, readFailure, readRetryAfter } from '../calls/api-error.ts'
import { spokenLanguage } from '../language/spoken-language.ts'

/** `description` as the server has it */
export type StoredFile = { id: string; url: string | null; description: Description }

export type UploadRequest = {
  token: string
  companyId: string
  clientFileId: string
  description: Description
  signal: AbortSignal
  onProgress: (percent: number) => void
}

type Target = { url: string; headers: Record<string, string>; fields: Record<string, string> }

export const uploadFile = (file: File, options: UploadRequest): Promise<StoredFile> =>
  sendFile(file, options, {
    url: '/api/documents/upload-public',
    headers: { 'x-form-session': options.token },
    fields: {
      documentType: STATEMENT_TYPE,
      companyId: options.companyId,
      clientFileId: options.clientFileId,
      statementMonth: options.description.statementMonth ?? '',
    },
  })

/** Adds a document to an application that was submitted. @param options `token` of a receipt or status link */
export const addDocument = (file: File, options: UploadRequest): Promise<StoredFile> =>
  sendFile(file, options, {
    url: '/api/application/documents',
    headers: {},
    fields: {
      token: options.token,
      clientFileId: options.clientFileId,
      documentType: options.description.documentType,
      statementMonth: options.description.statementMonth ?? '',
    },
  })

/** XHR, as fetch reports no upload progress. Aborts after `LIMITS.uploadStallMs` without progress. @throws ApiError */
function sendFile(file: File, options: UploadRequest, { url, headers, fields }: Target): Promise<StoredFile> {
  return new Promise((resolve, reject) => {
    if (options.signal.aborted) return reject(new ApiError('', 'network'))
    const request = new XMLHttpRequest()
    const cut = () => request.abort()
    let stall = setTimeout(cut, LIMITS.uploadStallMs)
    const moved = (percent: number, patience: number) => {
      clearTimeout(stall)
      stall = setTimeout(cut, patience)
      options.onProgress(percent)
    }
    // Browsers keep requests open when they go offline; `offline` may be wrong, so progress extends the limit.
    const offline = () => {
      clearTimeout(stall)
      stall = setTimeout(cut, LIMITS.offlineStallMs)
    }
    window.addEventListener('offline', offline)
    request.open('POST', url)
    for (const [name, value] of Object.entries({ ...headers, 'x-form-language': spokenLanguage.get() }))
      request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) =>
      moved(Math.min(99, Math.round((loaded / total) * 100)), LIMITS.uploadStallMs)
    request.upload.onload = () => moved(100, LIMITS.uploadAnswerMs)
    request.onload = () => {
      const stored = readStored(request.responseText)
      if (stored) resolve(stored)
      else reject(toError(request))
    }
    request.onerror = request.onabort = () => reject(new ApiError('', 'network'))
    request.onloadend = () => {
      clearTimeout(stall)
      window.removeEventListener('offline', offline)
      options.signal.removeEventListener('abort', cut)
    }
    options.signal.addEventListener('abort', cut)
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    // Last, as the server needs the other fields before the file.
    body.append('file', file, file.name)
    request.send(body)
  })
}

function readStored(text: string): StoredFile | null {
  const answer = parseJson(text)
  if (!isRecord(answer) || answer.status !== 'success' || !isRecord(answer.data)) return null
  const { id, documentType, statementMonth } = answer.data
  if (typeof id !== 'string' || typeof documentType !== 'string') return null
  const month = typeof statementMonth === 'string' ? statementMonth : null
  return {
    id,
    url: typeof answer.url === 'string' ? answer.url : null,
    description: { documentType: toDocumentType(documentType), statementMonth: month },
  }
}

function toError(request: XMLHttpRequest): ApiError {
  const retryAfterMs = readRetryAfter(request.getResponseHeader('retry-after'))
  return (
    readFailure(parseJson(request.responseText), retryAfterMs) ??
    new ApiError('', toCode(request.status), {}, undefined, retryAfterMs)
  )
}

function toCode(status: number): string {
  if (status === 413) return 'too_large'
  if (status === 415) return 'unsupported_type'
  if (status === 429) return 'too_many_requests'
  // 2xx: a captive portal answered instead of the server.
  return status < 400 || status === 408 || status > 500 ? 'unavailable' : 'internal'
}
