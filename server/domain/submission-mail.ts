/** Whether a user is mailed of new submissions. */
export const SUBMISSION_MAILS = ['off', 'each', 'daily'] as const
export type SubmissionMail = (typeof SUBMISSION_MAILS)[number]

/** The hour of the daily mail, in the company's time zone. */
export const DAILY_MAIL_HOUR = 8
