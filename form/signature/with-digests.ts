import type { Link, SubmitPayload } from '../calls/api.ts'
import { signaturePart } from '../shared-parts.ts'

type Submit = { payload: SubmitPayload; company: Link['company'] }

/** Adds digests of the shown text. If they can't be computed, the application is sent without them. */
export const withDigests = async ({ payload, company }: Submit): Promise<SubmitPayload> =>
  payload.signing
    ? signaturePart()
        .then((part) => part.addDigests(payload, company))
        .catch(() => payload)
    : payload
