/** The panel's words about users, English. */
export const userMessages = {} as const
