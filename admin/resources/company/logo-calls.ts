import { isRecord } from '#domain/json'
import { requestData } from '../../providers/request.ts'

export type LogoType = 'logo' | 'pdf-logo'

/** The field of a company that holds each logo's path. */
export const LOGO_FIELDS = { logo: 'logoUrl', 'pdf-logo': 'pdfLogoUrl' } as const satisfies Record<
  LogoType,
  string
>

/** A picture that was chosen and is not on the server yet. */
export const isHeld = (url: string): boolean => url.startsWith('data:')

const send = (method: string, path: string, body: object) =>
  requestData(`/api/company/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Stores the logo and answers its path. Throws ApiError. */
export async function uploadLogo(companyId: string, logoType: LogoType, logoData: string): Promise<string> {
  const { json } = await send('POST', `upload-logo/${encodeURIComponent(companyId)}`, { logoData, logoType })
  return isRecord(json) && typeof json.logoPath === 'string' ? json.logoPath : ''
}

/** An update that empties it. Throws ApiError. */
export const removeLogo = (companyId: string, logoType: LogoType) =>
  send('PUT', `update/${encodeURIComponent(companyId)}`, { [LOGO_FIELDS[logoType]]: '' })
