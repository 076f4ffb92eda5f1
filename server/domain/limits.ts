/** Sizes are bytes, times milliseconds unless the name says otherwise. */
export const LIMITS = {
  maxFiles: 10,
  statementMonths: 4,
  fileBytes: 15 * 1024 * 1024,
  /** More orphaned files than this, or than this share of the store, are moved aside only once confirmed. */
  orphansAtOnce: 100,
  orphansShare: 0.01,
  signatureBytes: 300 * 1024,
  submitBodyBytes: 1536 * 1024,
  loginBodyBytes: 4 * 1024,
  jsonBodyBytes: 64 * 1024,
  jsonDepth: 20,
  /** Keys and entries in one body; an application has about a hundred. */
  jsonEntries: 2000,
  logoBytes: 3 * 1024 * 1024,
  logoPixels: 40_000_000,
  /** A logo travels as base64 in JSON, a third longer than the file. */
  logoBodyBytes: 4 * 1024 * 1024 + 4 * 1024,
  filenameLength: 255,
  signatureCanvas: { width: 400, height: 120, line: 2 },
  /** Ink and the longer side of its box, in canvas units. */
  signatureInk: { length: 40, extent: 20 },
  signatureName: { letters: 2, length: 80 },
  signaturePauseMs: 300,
  /** Ignores touches for this long after a pen was near: they are the palm. */
  signaturePalmMs: 1000,
  logoBox: { width: 180, height: 80 },
  successCountdownSeconds: 5,
  createCompanyRedirectMs: 2000,
  pageSize: 10,
  listRows: 1000,
  settlingMs: 5000,
  passwordLength: 8,
  passwordMaxLength: 256,
  notifyAddresses: 10,
  textLength: 200,
  longTextLength: 1000,
  disclaimerLength: 5000,
  authorizationLength: 10_000,
  settingsLength: 20_000,
  /** Longer stored settings are not parsed; earlier releases added keys to what was sent. */
  storedSettingsLength: 100_000,
  allowedOrigins: 20,
  searchLength: 200,
  numberLength: 30,
  namesAtOnce: 100,
  namesOffered: 25,
  teamMembers: 100,
  teamsOfUser: 100,
  slugLength: 60,
  madeSlugBytes: 10,
  permissionsGiven: 100,
  idLength: 64,
  emailLength: 254,
  queryLength: 4000,
  userAgentLength: 300,
  batchedCalls: 10,
  draftDays: 30,
  /** Longer than an accepted answer, so that the applicant can still shorten it. */
  draftTextLength: 5000,
  draftBytes: 1536 * 1024,
  untouchedSessionHours: 48,
  /** The least a file counts in the upload quotas: disk blocks, row and index entries. */
  quotaFileBytes: 64 * 1024,
  quotaHours: 24,
  /** Per process: an office may have twenty applicants with two uploads each. */
  uploadsPerAddressAtOnce: 40,
  /** Seconds. */
  uploadTurnSeconds: 5,
  uploadsAtOnce: 2,
  callTimeoutMs: 30_000,
  submitTimeoutMs: 60_000,
  retryDelaysMs: [1000, 3000, 8000, 15_000, 30_000],
  draftDelayMs: 1000,
  draftMaxDelayMs: 5000,
  draftRetryMaxMs: 30_000,
  partRetryMs: 3000,
  partTries: 3,
  linkWaitMs: 3000,
  resumeWaitMs: 4000,
  /** As `retryDelaysMs`, for uploads, which may be long and continue in the background. */
  uploadRetryDelaysMs: [1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000],
  storageFullRetryMs: 5 * 60_000,
  uploadStallMs: 30_000,
  offlineStallMs: 3000,
  /** A sent file may still be in the line's buffers, so its answer may take longer. */
  uploadAnswerMs: 60_000,
  /** Browsers do not always tell when the connection is back. */
  offlineRetryMs: 15_000,
  cutUploadChecksMs: [0, 1500, 4000],
  loginSessionHours: 12,
  loginIdleMinutes: 30,
  confirmedMinutes: 10,
  knownDeviceDays: 90,
  knownDevices: 20,
  otpTicketMinutes: 5,
  recoveryCodes: 10,
  passwordResetMinutes: 60,
  /**
   * At least as long as a form's token lives; at most ten years, so that a typing error does not mean for
   * ever.
   */
  retentionDays: { min: 30, max: 3650 },
  /** How long a shorter retention period, or a lifted hold, can be undone before anything is destroyed. */
  retentionGraceHours: 24,
  retentionListed: 100,
  retentionNextDays: 3,
  modalWidth: 500,
} as const

/** Threads that lay out PDFs. An application at its limits takes 0.2 s and 100 MB. */
export const PDF_LIMITS = {
  threads: 2,
  startMs: 30_000,
  layoutMs: 30_000,
  layoutMegabytes: 256,
  waitMs: 20_000,
  idleMs: 30_000,
} as const

/**
 * `max` tries in `seconds`. Tries that strangers can cause count per account and address, so that they use
 * up only their own.
 */
export const RATES = {
  loginPerAccountAndAddress: { max: 10, seconds: 15 * 60 },
  /** Over all addresses; a known device and a second factor pass it. */
  loginPerAccount: { max: 100, seconds: 15 * 60 },
  loginPerAddress: { max: 50, seconds: 15 * 60 },
  loginPerDevice: { max: 10, seconds: 15 * 60 },
  codePerAccount: { max: 10, seconds: 15 * 60 },
  codePerDevice: { max: 10, seconds: 15 * 60 },
  proofPerSession: { max: 10, seconds: 15 * 60 },
  resetPerAccountAndAddress: { max: 5, seconds: 60 * 60 },
  resetPerAddress: { max: 20, seconds: 60 * 60 },
  resetPerDevice: { max: 5, seconds: 60 * 60 },
  /** Half as long as a link is good, so that a user without further mail still holds a valid link. */
  resetMailPerAccount: { max: 6, seconds: 30 * 60 },
  newEmailPerUser: { max: 100, seconds: 10 * 60 },
  emailConflictPerUser: { max: 10, seconds: 10 * 60 },
  uploadPerSession: { max: 20, seconds: 60 },
  draftPerSession: { max: 240, seconds: 60 },
  /**
   * Kilobytes written by draft saves, each of which writes the whole draft; an applicant causes about 10 MB.
   */
  draftKilobytesPerAddress: { max: 512 * 1024, seconds: 60 * 60 },
  numberSearchPerPerson: { max: 10, seconds: 10 * 60 },
  /** The holder of a token must not be able to guess the kept answers. */
  keptPerSession: { max: 30, seconds: 60 * 60 },
  submitPerAddressAndSlug: { max: 60, seconds: 60 * 60 },
  sessionPerAddress: { max: 30, seconds: 60 },
} as const

export type RateName = keyof typeof RATES
