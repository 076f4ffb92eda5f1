import { LIMITS } from '#domain/limits'

export const BODY_LIMITS: ReadonlyMap<string, number> = new Map([
  ['auth.login', LIMITS.loginBodyBytes],
  ['auth.verify', LIMITS.loginBodyBytes],
  ['auth.forgotPassword', LIMITS.loginBodyBytes],
  ['auth.resetPassword', LIMITS.loginBodyBytes],
  ['company.uploadLogo', LIMITS.logoBodyBytes],
  ['form.submit', LIMITS.submitBodyBytes],
  ['form.saveDraft', LIMITS.submitBodyBytes],
])
