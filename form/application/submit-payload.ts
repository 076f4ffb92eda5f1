import { splitInvite } from '#domain/catalogue/invite'
import type { Values } from '#domain/catalogue/values'
import type { Signing } from '#domain/signing'
import type { Link, SubmitPayload } from '../calls/api.ts'

/** The server uses the client's real address; the field is there because the contract names it. */
const CLIENT_IP_PLACEHOLDER = '0.0.0.0'

const NOT_SIGNED: Values = { signer1Signature: '', signer2Signature: '' }

export const toPayload = (
  { values, kept, signing }: { values: Values; kept: readonly string[]; signing: Signing | null },
  link: Link,
  formSubmissionId: string,
  externalId: string,
): SubmitPayload => {
  const { answers, invite } = splitInvite(values)
  return {
    ...NOT_SIGNED,
    ...answers,
    ...(invite && { secondSignerInvite: invite }),
    ...(kept.length > 0 && { kept: [...kept] }),
    ...(signing && { signing }),
    ...(externalId && { externalId }),
    companyId: link.company.id,
    companyName: link.company.nameOut,
    companyLogoUrl: link.company.logoUrl,
    companyPdfLogoUrl: link.company.pdfLogoUrl,
    generatedLinkId: link.id,
    generatedLinkSlug: link.slug,
    formSubmissionId,
    clientIp: CLIENT_IP_PLACEHOLDER,
  }
}
