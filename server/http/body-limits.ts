import { LIMITS } from '#domain/limits'

/** Procedures that take less or more than `LIMITS.jsonBodyBytes`, in bytes (security.md 12). */
export const BODY_LIMITS: ReadonlyMap<string, number> = new Map([
  ['auth.login', LIMITS.loginBodyBytes],
  ['auth.verify', LIMITS.loginBodyBytes],
  ['auth.forgotPassword', LIMITS.loginBodyBytes],
  ['auth.resetPassword', LIMITS.loginBodyBytes],
  ['company.uploadLogo', LIMITS.logoBodyBytes],
  ['form.submit', LIMITS.submitBodyBytes],
  // It may hold all that a submit does.
  ['form.saveDraft', LIMITS.submitBodyBytes],
])
