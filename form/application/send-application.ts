import type { Values } from '#domain/catalogue/values'
import { LIMITS } from '#domain/limits'
import { api, type Link, type SubmitPayload } from '../calls/api.ts'
import { ApiError, isSessionExpired, isTooMany, isTransient } from '../calls/api-error.ts'
import { orStopped } from '../calls/or-stopped.ts'
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
  /** Called with the token of each try. */
  onTry: (token: string) => void
  /** Called when a try has failed and another follows; `usedUp` when that has been so for long. */
  onWait: (error: unknown, usedUp: boolean) => void
  /** The session has ended, and another is about to be taken. */
  onEnded: (token: string) => void
  /** Is there no more to send, as files or answers were lost with the session? */
  isOver: () => boolean
}

/** 'over' by `isOver`; 'received' with perhaps other answers, `at` in ISO form. */
export type Sent =
  { is: 'over' } | { is: 'sent'; token: string } | { is: 'received'; token: string; at: string }

/**
 * Sends an application until it is in or somebody stops it, under one session, so that a second try is never a second
 * application.
 * @throws ApiError
 */
export async function sendApplication(
  values: Values,
  kept: readonly string[],
  link: Link,
  options: SubmitOptions,
): Promise<Sent> {
  const { session, signal, onTry, onWait, onEnded, isOver } = options
  let token: string | null = null
  let renewals = 0
  let turnedAway = false
  const send = async (): Promise<Sent> => {
    if (isOver()) return { is: 'over' }
    // Taken once: whatever becomes of the session meanwhile, every try is one of the same application.
    token ??= await orStopped(session.token(), signal)
    onTry(token)
    let at: string | null = null
    try {
      // Who is turned away is not told whether an earlier try has arrived.
      if (turnedAway) at = (await orStopped(api.sessionState(token), signal)).submittedAt
      turnedAway = false
      // Even if so: the same application again is answered as the first time, and another one is told apart.
      await api.submit(submitPayload(values, kept, link, token), signal)
      return { is: 'sent', token }
    } catch (error) {
      if (at !== null && !isTransient(error)) return { is: 'received', token, at }
      turnedAway ||= isTooMany(error)
      if (!isSessionExpired(error) || ++renewals > 1) throw error
      onEnded(token)
      token = null
      return send()
    }
  }
  return withRetries(send, {
    delays: LIMITS.retryDelaysMs,
    forever: true,
    signal,
    isTransient: (error) => isTransient(error) || isTooMany(error),
    askedToWait: (error) => (error instanceof ApiError && isTooMany(error) ? error.retryAfterMs : null),
    onWait,
  })
}
