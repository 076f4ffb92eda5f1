import { isRecord } from '#domain/json'
import { requestData } from '../../providers/request.ts'

export type LogoType = 'logo' | 'pdf-logo'

export const LOGO_FIELDS = { logo: 'logoUrl', 'pdf-logo': 'pdfLogoUrl' } as const satisfies Record<
  LogoType,
  string
>

/** A picture that is not uploaded yet. */
export const isHeld = (url: string): boolean => url.startsWith('data:')

const send = (method: string, path: string, body: object) =>
  requestData(`/api/company/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** @returns the stored path. @throws ApiError */
export async function uploadLogo(companyId: string, logoType: LogoType, logoData: string): Promise<string> {
  const { json } = await send('POST', `upload-logo/${encodeURIComponent(companyId)}`, { logoData, logoType })
  return isRecord(json) && typeof json.logoPath === 'string' ? json.logoPath : ''
}

/** @throws ApiError */
export const removeLogo = (companyId: string, logoType: LogoType) =>
  send('PUT', `update/${encodeURIComponent(companyId)}`, { [LOGO_FIELDS[logoType]]: '' })
