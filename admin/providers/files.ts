import { isRecord, parseJson } from '#domain/json'
import { request, envelopeError, unreachable } from './request.ts'
import { bearer } from './token.ts'

type FetchedFile = { blob: Blob; name: string }

const SHOWN_TYPES = ['application/pdf', 'image/png', 'image/jpeg']

export const isShowable = (type: string): boolean => SHOWN_TYPES.includes(type)

/** @throws ApiError */
export async function fetchFile(
  url: string,
  fallbackName: string,
  signal?: AbortSignal,
): Promise<FetchedFile> {
  const response = await request(url, { signal })
  const name = nameIn(response.headers.get('content-disposition')) ?? fallbackName
  return { blob: await response.blob(), name }
}

export function saveFile({ blob, name }: FetchedFile): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Running downloads keep the data.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** The file name in a Content-Disposition header (RFC 6266), preferably the encoded one. */
export function nameIn(header: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1]
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded)
    } catch {
      // Falls back to the plain name.
    }
  }
  return /filename="((?:[^"\\]|\\.)*)"/i.exec(header ?? '')?.[1]?.replace(/\\(.)/g, '$1') ?? null
}

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
