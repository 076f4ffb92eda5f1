/** What is authenticated along with a ciphertext, so that it opens in one place only. */

export const columnContext = (table: string, column: string, rowId: string, companyId: string): string =>
  `${table}:${column}:${rowId}:${companyId}`

/** The data key of a form session: of its draft, its application, and the keys of its files. */
export const formSessionKeyContext = (id: string, companyId: string): string =>
  `form_session:${id}:${companyId}`

/** The key of a file that belongs to no form session. */
export const documentKeyContext = (id: string, companyId: string): string => `document:${id}:${companyId}`

export const otpSecretContext = (userId: string): string => `user_otp:${userId}`

/** A stored file. The company is authenticated by the file's key, which may be wrapped after the content. */
export const fileContext = (kind: 'document' | 'pdf', id: string): string => `file:${kind}:${id}`

/** The MAC key that an earlier release kept of a retired main key. */
export const retiredMacKeyContext = (keyId: string): string => `retired_key:${keyId}`

export const auditKeyContext = (id: string): string => `audit_key:${id}`

/** The hash keys as they are wrapped by the main key of this id. */
export const hashKeysContext = (keyId: string): string => `hash_keys:${keyId}`
