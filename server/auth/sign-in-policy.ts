import { hasPermission, type PermissionHolder } from '#domain/permissions'
import type { Config } from '../config.ts'

export type SignInPolicy = 'strict' | 'relaxed'

/** `auto`: the product faces the internet once its public address is https. */
export const signInPolicy = ({
  signInPolicy,
  publicUrl,
}: Pick<Config, 'signInPolicy' | 'publicUrl'>): SignInPolicy => {
  if (signInPolicy !== 'auto') return signInPolicy
  return publicUrl?.startsWith('https:') === true ? 'strict' : 'relaxed'
}

/** 16 CFR 314.4(c)(5) requires multi-factor authentication for everyone who accesses customer information. */
export const requiresOtp = (
  policy: SignInPolicy,
  holder: PermissionHolder,
  company: { requireOtp: boolean | null },
): boolean => company.requireOtp === true || (policy === 'strict' && hasPermission(holder, 'page:forms'))
