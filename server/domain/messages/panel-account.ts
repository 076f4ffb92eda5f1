/** The panel's words about one's own account, English. */
export const accountMessages = {} as const
