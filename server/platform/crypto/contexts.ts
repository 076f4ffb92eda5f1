/** Contexts, authenticated with a ciphertext: it decrypts only in the row and column it was made for. */

export const columnContext = (table: string, column: string, rowId: string, companyId: string): string =>
  `${table}:${column}:${rowId}:${companyId}`

export const formSessionKeyContext = (id: string, companyId: string): string =>
  `form_session:${id}:${companyId}`

export const documentKeyContext = (id: string, companyId: string): string => `document:${id}:${companyId}`

export const otpSecretContext = (userId: string): string => `user_otp:${userId}`

export const webhookSecretContext = (id: string): string => `webhook_secret:${id}`
export const bulkActContext = (id: string): string => `bulk_act:${id}`
export const ssoRefreshContext = (sessionId: string): string => `sso_refresh:${sessionId}`
export const signInSecretContext = (companyId: string): string => `company_sign_in:${companyId}`

/** A stored file. The company is authenticated by the file's key, which may be wrapped after the content. */
export const fileContext = (kind: 'document' | 'pdf' | 'copy', id: string): string => `file:${kind}:${id}`

export const sealKeyContext = (fingerprint: string): string => `seal_certificate:${fingerprint}`

export const auditKeyContext = (id: string): string => `audit_key:${id}`

export const hashKeysContext = (keyId: string): string => `hash_keys:${keyId}`
