/** What is authenticated along with a ciphertext: the one place it belongs to (security.md 17). */

/** A column of a row of a company. */
export const columnContext = (table: string, column: string, rowId: string, companyId: string): string =>
  `${table}:${column}:${rowId}:${companyId}`

/** The data key of a form session: of its draft, its application, and the keys of its files. */
export const formSessionKeyContext = (id: string, companyId: string): string =>
  `form_session:${id}:${companyId}`

/** The key of a file that hangs on no form session. */
export const documentKeyContext = (id: string, companyId: string): string => `document:${id}:${companyId}`

/** The secret of a user's authenticator app, wrapped as keys are. */
export const otpSecretContext = (userId: string): string => `user_otp:${userId}`

/** The content of a stored file. Its company is authenticated by the key, which may be wrapped after the content. */
export const fileContext = (kind: 'document' | 'pdf', id: string): string => `file:${kind}:${id}`

/** What is kept of a main key that is gone. */
export const retiredKeyContext = (keyId: string): string => `retired_key:${keyId}`

/** The key of the audit log's chain, wrapped as keys are. */
export const auditKeyContext = (id: string): string => `audit_key:${id}`
