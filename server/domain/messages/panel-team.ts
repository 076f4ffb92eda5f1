/** The panel's words about teams, English. */
export const teamMessages = {} as const
