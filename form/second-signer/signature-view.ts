import { call } from '../calls/call.ts'

export const viewForSignature = (token: string) =>
  call('POST', ['application', 'viewForSignature'], { token })

export type Shown = Awaited<ReturnType<typeof viewForSignature>>
