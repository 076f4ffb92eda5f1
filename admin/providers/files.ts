import { request } from './request.ts'

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
  // A running download keeps the data.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** The file name of a Content-Disposition header (RFC 6266), the encoded form first. */
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
