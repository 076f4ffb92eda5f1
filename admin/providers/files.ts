import { ApiError } from './api-error.ts'
import { request } from './request.ts'
import { panelMessages } from '#domain/messages/panel'

export type FetchedFile = { blob: Blob; name: string }

/** What a tab of our own origin may show. Anything else could be a page that runs as us, so it is only saved. */
const SHOWN_TYPES = ['application/pdf', 'image/png', 'image/jpeg']

/** Can the browser show it in a tab? */
export const isShowable = (type: string): boolean => SHOWN_TYPES.includes(type)

/** A file fetched with the bearer token; `fallbackName` when the server names none. Throws ApiError. */
export async function fetchFile(
  url: string,
  fallbackName: string,
  signal?: AbortSignal,
): Promise<FetchedFile> {
  const response = await request(url, { signal })
  const name = nameIn(response.headers.get('content-disposition')) ?? fallbackName
  return { blob: await response.blob(), name }
}

/** Hands the file to the browser's downloads. */
export function saveFile({ blob, name }: FetchedFile): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has its own hold on the data once it runs.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/**
 * Shows a file in a new tab, by a blob address so that no token stands in a URL. Call it straight from the click:
 * the tab opens before the file is there, or the browser would take it for a pop-up. Throws ApiError.
 */
export async function openFile(url: string, name: string): Promise<void> {
  const tab = window.open('', '_blank')
  if (tab === null) throw new ApiError(0, panelMessages.submissions.popupBlocked, 'popup_blocked')
  tab.document.title = name
  tab.document.body.textContent = panelMessages.submissions.opening
  try {
    const { blob } = await fetchFile(url, name)
    if (!isShowable(blob.type)) throw new ApiError(0, panelMessages.submissions.downloadFailed)
    // Kept as long as this page lives: the tab's own viewer may read and save it again.
    const address = URL.createObjectURL(blob)
    if (blob.type.startsWith('image/')) showImage(tab, address, name)
    else tab.location.replace(address)
  } catch (error) {
    tab.close()
    throw error
  }
}

/** A browser's own page around an image has inline styles, which our policy refuses there as well. */
function showImage(tab: Window, address: string, name: string): void {
  const image = tab.document.createElement('img')
  image.src = address
  image.alt = name
  image.style.maxWidth = '100%'
  tab.document.body.style.margin = '0'
  tab.document.body.replaceChildren(image)
}

/** The file name of a Content-Disposition header (RFC 6266), the encoded form first. */
export function nameIn(header: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '')?.[1]
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded)
    } catch {
      // A name that does not decode is no name; the plain one may do.
    }
  }
  return /filename="((?:[^"\\]|\\.)*)"/i.exec(header ?? '')?.[1]?.replace(/\\(.)/g, '$1') ?? null
}
