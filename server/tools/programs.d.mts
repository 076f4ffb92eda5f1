/** The built programs, each with its source. */
export const PROGRAMS: Readonly<Record<string, string>>
