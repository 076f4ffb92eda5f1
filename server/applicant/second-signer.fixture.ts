import { fullApplication } from '#domain/catalogue/application.fixture'
import { CONSENT_VERSION } from '#domain/signing'
import { call } from '../test/support/factories.ts'

const ALONE = { signer2Name: '', signer2Date: '', signer2Signature: '' }
const NOW = new Date().toISOString()

export const SIGNED = {
  name: 'Robin Baker',
  date: NOW.slice(0, 10),
  signature: fullApplication().signer1Signature ?? '',
  signing: {
    consent: { version: CONSENT_VERSION, language: 'en', at: NOW },
    signer2: { startedAt: NOW, endedAt: NOW, way: 'drawn' },
  },
}

/** What applicants and second signers do over REST. */
export function secondSignerCalls(url: string) {
  const post = (path: string, body: object) => call(url, 'POST', path, { body })
  const submit = (secondSignerInvite: object, changes: Record<string, string> = ALONE) =>
    post('/form/submit', { ...fullApplication(changes), generatedLinkSlug: 'demo', secondSignerInvite })
  const submitted = async (secondSignerInvite: object, changes = ALONE) =>
    (await submit(secondSignerInvite, changes)).body.data as { id: string; receiptToken: string }
  const invite = async (token: string, email?: string) => {
    const { status, body } = await post('/application/signer', { token, email })
    const { url: address = '' } = (body.data ?? {}) as { url?: string }
    return { status, code: body.code, token: address.split('/sign#')[1] ?? '' }
  }
  const invited = async () => {
    const { id, receiptToken } = await submitted({ name: 'Robin Baker' })
    return { id, receiptToken, token: (await invite(receiptToken)).token }
  }
  const view = (token: string) => post('/application/signature/view', { token })
  const sign = (token: string, changes: object = {}) =>
    post('/application/signature', { token, ...SIGNED, ...changes })
  return { submit, submitted, invite, invited, view, sign }
}
