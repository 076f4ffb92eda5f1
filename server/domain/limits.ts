/** By name, so that a browser's bundle holds only the limits it uses. */
export * as LIMITS from './limit-values.ts'

/** Threads that lay out PDFs. An application at its limits takes 0.2 s and 100 MB. */
export const PDF_LIMITS = {
  threads: 2,
  startMs: 30_000,
  layoutMs: 30_000,
  verifyMs: 10_000,
  layoutMegabytes: 256,
  waitMs: 20_000,
  idleMs: 30_000,
  /** Of one signature or logo; sharp takes 0.1 s for the largest. */
  pictureSeconds: 10,
} as const

/**
 * Threads that mark copies and read marks. A statement takes 0.2 s, 500 pages take 3 s. `growthMegabytes` includes what files unpack to,
 * which no limit of a thread counts. `drawnPages`: of a file that is marked as pictures. Others wait longer than a task may take.
 */
export const MARK_LIMITS = {
  threads: 2,
  startMs: 30_000,
  taskMs: 30_000,
  megabytes: 400,
  growthMegabytes: 1000,
  readMs: 20_000,
  waitMs: 60_000,
  idleMs: 30_000,
  pixels: 48_800_000,
  pictureSeconds: 20,
  drawnPages: 100,
  drawnPixels: 4_000_000,
  readPages: 500,
  readNumbers: 2_000,
} as const

/** Threads that read CSV files. A megabyte takes 0.3 s and 60 MB. */
export const CSV_LIMITS = { threads: 2, ms: 20_000, idleMs: 30_000, megabytes: 256 } as const

/**
 * A thread that decodes HEIC photos. One of 48 megapixels takes 4 s and 600 MB, which end with the thread. `decoderMegabytes`:
 * of them the decoder's, which needs 413 and would grow to 2 GB. `ms` and `waitMs` together are less than
 * `LIMITS.uploadAnswerMs`. `heldMegabytes`: of photos that arrive or wait, for one sender half of them.
 */
export const PHOTO_LIMITS = {
  pixels: 48_800_000,
  decoderMegabytes: 512,
  heldMegabytes: 128,
  ms: 30_000,
  waitMs: 25_000,
  jpegQuality: 88,
} as const

/**
 * Threads that read bank statements. 600 rows on 25 pages take 2 s and 200 MB; `growthMegabytes` includes decoded pictures,
 * which no limit of a thread counts.
 */
export const STATEMENT_LIMITS = {
  threads: 2,
  startMs: 30_000,
  fileMs: 20_000,
  idleMs: 30_000,
  heapMegabytes: 400,
  growthMegabytes: 600,
  pages: 500,
  /** Of a page; one full of small print has 15,000. */
  glyphs: 50_000,
} as const

/** Looks at files of strangers, in one thread of their own. The first pages of a statement take 0.3 s. */
export const GLANCE_LIMITS = {
  fileMs: 15_000,
  heapMegabytes: 256,
  glyphs: 20_000,
  /** One applicant may attach ten files at once. */
  waiting: { all: 40, each: 10 },
} as const

/** Recognition of scanned pages. A page at 200 dpi takes 6 s. */
export const RECOGNITION_LIMITS = {
  pageMs: 180_000,
  idleMs: 60_000,
  growthMegabytes: 300,
  pagesPerFile: 60,
  pagesPerSubmission: 100,
} as const

/**
 * What a list may have to read before it asks for a narrower search instead: more would take longer than 300 ms. `owners`: of one
 * name, over all companies. `entries`: of the audit log. `submissions`: by each
 * of several filters of which one is a range, and found by a search and sorted by another column than date, company or user.
 */
export const READ_LIMITS = { owners: 10_000, entries: 100_000, submissions: 50_000 }

/**
 * `max` tries in `seconds`. Tries that strangers can cause count per account and address, so that they use
 * up only their own.
 */
export const RATES = {
  /** Of a form session; each look at a file reads its first pages. */
  glancePerSession: { max: 60, seconds: 60 * 60 },
  passwordPerFile: { max: 5, seconds: 24 * 60 * 60 },
  loginPerAccountAndAddress: { max: 10, seconds: 15 * 60 },
  /** Over all addresses; a known device and a second factor pass it. */
  loginPerAccount: { max: 100, seconds: 15 * 60 },
  loginPerAddress: { max: 50, seconds: 15 * 60 },
  loginPerDevice: { max: 10, seconds: 15 * 60 },
  ssoPerAddress: { max: 200, seconds: 15 * 60 },
  codePerAccount: { max: 10, seconds: 15 * 60 },
  codePerDevice: { max: 10, seconds: 15 * 60 },
  proofPerSession: { max: 10, seconds: 15 * 60 },
  resetPerAccountAndAddress: { max: 5, seconds: 60 * 60 },
  resetPerAddress: { max: 20, seconds: 60 * 60 },
  resetPerDevice: { max: 5, seconds: 60 * 60 },
  /** Half as long as a link is good, so that a user without further mail still holds a valid link. */
  resetMailPerAccount: { max: 6, seconds: 30 * 60 },
  newEmailPerUser: { max: 100, seconds: 10 * 60 },
  importedEmailPerUser: { max: 10_000, seconds: 24 * 60 * 60 },
  emailConflictPerUser: { max: 10, seconds: 10 * 60 },
  apiKey: { max: 600, seconds: 60 },
  clientPerAddress: { max: 20, seconds: 60 * 60 },
  /** Assistants of many users share an address. */
  oauthPerAddress: { max: 300, seconds: 60 },
  /** Of a signed-in user; counted by each process. */
  session: { max: 3000, seconds: 60 },
  uploadPerSession: { max: 20, seconds: 60 },
  draftPerSession: { max: 240, seconds: 60 },
  /** Kilobytes written by draft saves, each of which writes the whole draft; an applicant causes about 10 MB. */
  draftKilobytesPerAddress: { max: 512 * 1024, seconds: 60 * 60 },
  bulkPerPerson: { max: 20, seconds: 60 },
  bulkRowsPerPerson: { max: 100_000, seconds: 24 * 60 * 60 },
  numberSearchPerPerson: { max: 10, seconds: 10 * 60 },
  /** The holder of a token must not be able to guess the kept answers. */
  keptPerSession: { max: 30, seconds: 60 * 60 },
  submitPerAddressAndSlug: { max: 60, seconds: 60 * 60 },
  /** Links for a second signer or another device. */
  applicantLinkPerSession: { max: 20, seconds: 60 * 60 },
  applicantLinkPerAddress: { max: 120, seconds: 60 * 60 },
  sessionPerAddress: { max: 30, seconds: 60 },
  /** Mails that strangers cause: links to move a draft, and for a second signer. */
  strangerMailPerRecipient: { max: 5, seconds: 24 * 60 * 60 },
  strangerMailPerAddress: { max: 20, seconds: 60 * 60 },
  receiptMailPerRecipient: { max: 5, seconds: 24 * 60 * 60 },
  receiptMailPerAddress: { max: 20, seconds: 60 * 60 },
  /** Links to sign go to whatever address a user or API key names. */
  signatureMailPerSender: { max: 300, seconds: 60 * 60 },
  /** Of each company: requests, their reminders, and invitations of imported users. */
  companyMailPerRecipient: { max: 10, seconds: 24 * 60 * 60 },
  /** Packages to a funder's address; a broker sends one many files a day. */
  packageMailPerRecipient: { max: 200, seconds: 24 * 60 * 60 },
  /** Codes that a browser asks for; each allows `LIMITS.packageCodeTries` guesses. */
  packageCodePerAddress: { max: 3, seconds: 60 * 60 },
  packageCodePerPackage: { max: 12, seconds: 24 * 60 * 60 },
  packageOpenPerAddress: { max: 60, seconds: 60 },
  packageFilePerAddress: { max: 300, seconds: 60 * 60 },
  packageAnswerPerPackage: { max: 20, seconds: 60 * 60 },
  /** Mentions in between share one mail. */
  mentionMailPerSubmissionAndRecipient: { max: 1, seconds: 10 * 60 },
  mentionPerAuthorAndRecipient: { max: 30, seconds: 24 * 60 * 60 },
  answerPerApplication: { max: 60, seconds: 60 * 60 },
  unsubscribePerAddress: { max: 30, seconds: 60 },
  statePerApplication: { max: 120, seconds: 60 },
  /** A copy takes a PDF thread for some 0.2 s. */
  copyPerApplication: { max: 10, seconds: 60 * 60 },
  verifyPerUser: { max: 30, seconds: 60 },
  tracePerUser: { max: 30, seconds: 60 },
  digestPerAddress: { max: 30, seconds: 60 },
} as const

export type RateName = keyof typeof RATES
