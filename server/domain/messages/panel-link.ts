/** The panel's words about links, English. */
export const linkMessages = {} as const
