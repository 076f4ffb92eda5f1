/** The panel's words about companies, English. */
export const companyMessages = {} as const
