/** The panel's words about roles, English. */
export const roleMessages = {} as const
