import type { Link, SubmitPayload } from '../calls/api.ts'
import { signaturePart } from '../shared-parts.ts'

type Submit = { payload: SubmitPayload; company: Link['company'] }

/** Adds digests of what was shown. An application goes out without them rather than not at all. */
export const withDigests = async ({ payload, company }: Submit): Promise<SubmitPayload> =>
  payload.signing
    ? signaturePart()
        .then((part) => part.addDigests(payload, company))
        .catch(() => payload)
    : payload
