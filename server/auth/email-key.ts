/** The form in which e-mail addresses are compared and unique (User.emailKey). */
export const emailKey = (email: string): string => email.trim().toLowerCase()
