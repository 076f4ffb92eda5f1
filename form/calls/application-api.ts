import { isRecord, parseJson } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { ApiError, readFailure } from './api-error.ts'
import { exchange, send } from './call.ts'

export type ApplicationState = {
  reference: string
  receivedAt: string
  slug: string
  company: { nameOut: string; logoUrl: string; contact: string }
  can: { copy: boolean; addDocuments: boolean; inviteSigner: boolean }
  nextSteps: boolean
  documents: {
    id: string
    originalFilename: string
    fileType: string
    fileSize: number
    createdAt: string
    later: boolean
  }[]
  signers: { signer: number; name: string; state: 'signed' | 'waiting' | 'missing'; at: string | null }[]
}

const post = (token: string): RequestInit => ({ method: 'POST', body: JSON.stringify({ token }) })

/** The calls of a submitted application, by the token of its receipt or its status link. */
export const applicationApi = {
  state: async (token: string): Promise<ApplicationState> => {
    const answer = parseJson((await send('/api/application/state', post(token))).text)
    if (isRecord(answer) && answer.status === 'success') return answer.data as ApplicationState
    throw readFailure(answer) ?? new ApiError('', 'network')
  },
  /** @returns the PDF */
  copy: async (token: string): Promise<Blob> => {
    const read = async (response: Response) => (response.ok ? response.blob() : response.text())
    const options = { timeoutMs: LIMITS.submitTimeoutMs }
    const answer = await exchange('/api/application/copy', post(token), read, options)
    if (typeof answer !== 'string') return answer
    throw readFailure(parseJson(answer)) ?? new ApiError('', 'network')
  },
}
