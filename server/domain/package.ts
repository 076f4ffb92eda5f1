export const PACKAGE_STATES = ['sent', 'opened', 'answered', 'withdrawn', 'expired'] as const
export type PackageState = (typeof PACKAGE_STATES)[number]

export const ANSWER_KINDS = ['offer', 'decline', 'ask'] as const
export type AnswerKind = (typeof ANSWER_KINDS)[number]

/** Files of ours beside the documents. */
export const PACKAGE_PARTS = ['application', 'cash-flow'] as const
export type PackagePart = (typeof PACKAGE_PARTS)[number]
