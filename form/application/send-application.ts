import type { Values } from '#domain/catalogue/values'
import { LIMITS } from '#domain/limits'
import { api, type Link, type SubmitPayload } from '../calls/api.ts'
import { isSessionExpired, isTransient } from '../calls/api-error.ts'
import type { FormSession } from './form-session.ts'
import { withRetries } from '../calls/retry.ts'

/** The backend decides the client's address; the field is there because the contract names it (spec section 3). */
const CLIENT_IP_PLACEHOLDER = '0.0.0.0'

/** A drawing that is not there is an empty text (spec section 3). */
const NOT_SIGNED: Values = { signer1Signature: '', signer2Signature: '' }

/** The submission payload of spec section 3: the answers flat, where they come from, and what the server has of them. */
const submitPayload = (
  values: Values,
  kept: readonly string[],
  link: Link,
  formSubmissionId: string,
): SubmitPayload => ({
  ...NOT_SIGNED,
  ...values,
  ...(kept.length > 0 && { kept: [...kept] }),
  companyId: link.company.id,
  companyName: link.company.nameOut,
  companyLogoUrl: link.company.logoUrl,
  companyPdfLogoUrl: link.company.pdfLogoUrl,
  generatedLinkId: link.id,
  generatedLinkSlug: link.slug,
  formSubmissionId,
  clientIp: CLIENT_IP_PLACEHOLDER,
})

type SubmitOptions = {
  session: FormSession
  /** Ends it; whether the last try arrived is then not known. */
  signal: AbortSignal
  /** Called when a try has failed and another follows. */
  onWait: () => void
  /** The session had ended and another was taken; false stops here, as files would be missing. */
  onRenewed: (token: string) => boolean
}

/**
 * Sends an application until it is in or somebody stops it, under one session, so that a second try is never a second
 * application. Answers false when it was stopped by `onRenewed`.
 * @throws ApiError
 */
export async function sendApplication(
  values: Values,
  kept: readonly string[],
  link: Link,
  options: SubmitOptions,
): Promise<boolean> {
  const { session, signal, onWait, onRenewed } = options
  let ended: string | null = null
  let token: string | null = null
  let renewals = 0
  const send = async (): Promise<boolean> => {
    if (ended !== null) {
      token = await session.renew(ended)
      ended = null
      if (!onRenewed(token)) return false
    }
    // Taken once: whatever becomes of the session meanwhile, every try is one of the same application.
    token ??= await session.token()
    try {
      await api.submit(submitPayload(values, kept, link, token), signal)
      return true
    } catch (error) {
      if (!isSessionExpired(error) || ++renewals > 1) throw error
      ended = token
      return send()
    }
  }
  return withRetries(send, { delays: LIMITS.retryDelaysMs, forever: true, signal, isTransient, onWait })
}
