/** Numbers of spec section 9 and security.md, once. Sizes are bytes, times milliseconds unless the name says otherwise. */
export const LIMITS = {
  maxFiles: 10,
  statementMonths: 4,
  fileBytes: 15 * 1024 * 1024,
  /** More orphaned files than this, or than this share of the store rounded up, are moved aside only once confirmed. */
  orphansAtOnce: 100,
  orphansShare: 0.01,
  signatureBytes: 300 * 1024,
  submitBodyBytes: 1536 * 1024,
  loginBodyBytes: 4 * 1024,
  jsonBodyBytes: 64 * 1024,
  /** How deep a body may be nested; what is asked for is far from it. */
  jsonDepth: 20,
  /** How many keys and entries a body may have in all; an application has about a hundred. */
  jsonEntries: 2000,
  logoBytes: 3 * 1024 * 1024,
  logoPixels: 40_000_000,
  /** A logo travels as base64 in JSON, a third longer than it is. */
  logoBodyBytes: 4 * 1024 * 1024 + 4 * 1024,
  filenameLength: 255,
  signatureCanvas: { width: 400, height: 120, line: 2 },
  /** What strokes must come to before they are a signature: ink and the longer side of its box, in canvas units. */
  signatureInk: { length: 40, extent: 20 },
  /** What is typed must come to as much, and still be legible on the canvas. */
  signatureName: { letters: 2, length: 80 },
  /** A typed name is drawn once so long nothing more is typed, as that takes a few milliseconds. */
  signaturePauseMs: 300,
  /** For so long after a pen was seen near the sheet, a touch is the hand that holds it. */
  signaturePalmMs: 1000,
  logoBox: { width: 180, height: 80 },
  successCountdownSeconds: 5,
  createCompanyRedirectMs: 2000,
  pageSize: 10,
  listRows: 1000,
  /** How often the panel asks for what is still being made. */
  settlingMs: 5000,
  passwordLength: 8,
  passwordMaxLength: 256,
  notifyAddresses: 10,
  textLength: 200,
  longTextLength: 1000,
  /** A company's disclaimer. */
  disclaimerLength: 5000,
  authorizationLength: 10_000,
  /** `appEditorSettings` as JSON. */
  settingsLength: 20_000,
  /** Stored ones that are longer are not even parsed; earlier releases added keys to what was sent. */
  storedSettingsLength: 100_000,
  allowedOrigins: 20,
  searchLength: 200,
  /** An SSN or tax ID as it is typed, with whatever stands between the digits. */
  numberLength: 30,
  /** How many records a select box may ask for by id. */
  namesAtOnce: 100,
  /** How many a select box offers at once; more are found by typing. */
  namesOffered: 25,
  teamMembers: 100,
  teamsOfUser: 100,
  slugLength: 60,
  /** Unguessable, and still short enough for a sign on a wall. */
  madeSlugBytes: 10,
  /** How many permission strings one call may name; more than there are. */
  permissionsGiven: 100,
  idLength: 64,
  emailLength: 254,
  queryLength: 4000,
  userAgentLength: 300,
  batchedCalls: 10,
  /** How long a form session lives after its last write, unless DRAFT_DAYS says otherwise. */
  draftDays: 30,
  /** An answer in a draft may be longer than one that is accepted, so that the applicant can still shorten it. */
  draftTextLength: 5000,
  /** A draft as it is stored; it must fit into a submit. */
  draftBytes: 1536 * 1024,
  /** Files of a form session with neither draft nor submit are erased this long after it began. */
  untouchedSessionHours: 48,
  /** What a file counts for in the upload quotas at least: its blocks on the disk, its row and its index entries. */
  quotaFileBytes: 64 * 1024,
  quotaHours: 24,
  /** Uploads under way from one address, in each process: an office may have twenty applicants with two each. */
  uploadsPerAddressAtOnce: 40,
  /** How long the sender of one too many waits, in seconds. */
  uploadTurnSeconds: 5,
  uploadsAtOnce: 2,
  callTimeoutMs: 30_000,
  /** A submit carries drawings, which take their time over a slow line. */
  submitTimeoutMs: 60_000,
  /** How long the form waits before it tries a call again; as many tries more as there are entries. */
  retryDelaysMs: [1000, 3000, 8000, 15_000, 30_000],
  /** A draft is saved this long after the last keystroke, at the latest this long after the first unsaved one. */
  draftDelayMs: 1000,
  draftMaxDelayMs: 5000,
  draftRetryMaxMs: 30_000,
  /** A part of the form that did not load is asked for again after so long, and so often before a reload is advised. */
  partRetryMs: 3000,
  partTries: 3,
  /** An applicant is shown the page without its link rather than kept waiting longer. */
  linkWaitMs: 3000,
  /** How long the form waits for what an earlier visit left before it shows itself without. */
  resumeWaitMs: 4000,
  /** As `retryDelaysMs`, for an upload, which may be long and is tried while the applicant goes on. */
  uploadRetryDelaysMs: [1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000],
  /** How long a file waits that the server's disk had no room for. */
  storageFullRetryMs: 5 * 60_000,
  /** Without a byte getting through for so long, an upload is cut and tried again. */
  uploadStallMs: 30_000,
  /** The same once the browser says that there is no connection. */
  offlineStallMs: 3000,
  /** A file that is sent may still be in the line's buffers, so its answer may take longer. */
  uploadAnswerMs: 60_000,
  /** Without a connection, as browsers do not always tell when it is back. */
  offlineRetryMs: 15_000,
  /** When the server is asked whether a cut upload had arrived: it may still be storing it. */
  cutUploadChecksMs: [0, 1500, 4000],
  loginSessionHours: 12,
  loginIdleMinutes: 30,
  /** How long a password that was given counts for sensitive acts. */
  confirmedMinutes: 10,
  /** How long a browser stays known after its user's last sign-in there, and how many are kept per user. */
  knownDeviceDays: 90,
  knownDevices: 20,
  /** How long the second step of a sign-in may take after the first. */
  otpTicketMinutes: 5,
  recoveryCodes: 10,
  passwordResetMinutes: 60,
  /**
   * For how many days a company may have submissions kept: no fewer than a form's token lives, and no more than ten
   * years, so that a slip of the hand does not mean for ever.
   */
  retentionDays: { min: 30, max: 3650 },
  /** How long a shorter period and a hold that was lifted can be thought over before anything is destroyed. */
  retentionGraceHours: 24,
  /** How many of those that would be destroyed are named. */
  retentionListed: 100,
  /** Of how many coming days it is told how much becomes due. */
  retentionNextDays: 3,
  modalWidth: 500,
} as const

/** What the threads that lay out PDFs may take. An application at its limits takes 0.2 s and 100 MB. */
export const PDF_LIMITS = {
  threads: 2,
  startMs: 30_000,
  layoutMs: 30_000,
  layoutMegabytes: 256,
  /** How long a request or a job waits for a thread. */
  waitMs: 20_000,
  /** A thread ends after so long without work. */
  idleMs: 30_000,
} as const

/**
 * How often something may be tried: `max` times in `seconds`. What strangers can cause counts per account and address, so
 * that they use up their own tries only; known devices, sessions and form sessions have a budget each.
 */
export const RATES = {
  loginPerAccountAndAddress: { max: 10, seconds: 15 * 60 },
  /** Over all addresses; a known device and a second factor pass it. */
  loginPerAccount: { max: 100, seconds: 15 * 60 },
  loginPerAddress: { max: 50, seconds: 15 * 60 },
  loginPerDevice: { max: 10, seconds: 15 * 60 },
  /** Only who has the password comes this far. */
  codePerAccount: { max: 10, seconds: 15 * 60 },
  codePerDevice: { max: 10, seconds: 15 * 60 },
  /** Passwords and codes by which a signed-in person proves who they are. */
  proofPerSession: { max: 10, seconds: 15 * 60 },
  resetPerAccountAndAddress: { max: 5, seconds: 60 * 60 },
  resetPerAddress: { max: 20, seconds: 60 * 60 },
  resetPerDevice: { max: 5, seconds: 60 * 60 },
  /** Half as long as a link is good: whoever gets no further mail has a link with half an hour left. */
  resetMailPerAccount: { max: 6, seconds: 30 * 60 },
  /** E-mail addresses given to users, and those of them that turned out to be in use in another company. */
  newEmailPerUser: { max: 100, seconds: 10 * 60 },
  emailConflictPerUser: { max: 10, seconds: 10 * 60 },
  uploadPerSession: { max: 20, seconds: 60 },
  draftPerSession: { max: 240, seconds: 60 },
  /** Kilobytes written by saves of drafts, each of which writes the whole draft; an applicant causes about 10 MB. */
  draftKilobytesPerAddress: { max: 512 * 1024, seconds: 60 * 60 },
  numberSearchPerPerson: { max: 10, seconds: 10 * 60 },
  /** Submits that name kept answers: whoever holds a token must not be able to try out what was kept. */
  keptPerSession: { max: 30, seconds: 60 * 60 },
  submitPerAddressAndSlug: { max: 60, seconds: 60 * 60 },
  sessionPerAddress: { max: 30, seconds: 60 },
} as const

export type RateName = keyof typeof RATES
