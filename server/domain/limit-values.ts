/** Sizes are bytes, times milliseconds unless the name says otherwise. */
export const maxFiles = 10
/** Added after the submit. */
export const laterFiles = 10
/** Added by staff to one submission. */
export const staffFiles = 50
export const statementMonths = 4
export const fileBytes = 15 * 1024 * 1024
/** More orphaned files than this, or than this share of the store, are moved aside only once confirmed. */
export const orphansAtOnce = 100
export const orphansShare = 0.01
/** How long a seal waits for its time stamp. */
export const sealPatienceHours = 24
export const receiptMailWaitMs = 120_000
export const sealRetryMinutes = 10
export const verifiedBytes = 20 * 1024 * 1024
export const signatureBytes = 300 * 1024
export const signaturePixels = { width: 2000, height: 1000 } as const
/** Of a drawing that an earlier release accepted. */
export const storedSignaturePixels = 8_000_000
export const submitBodyBytes = 1536 * 1024
export const loginBodyBytes = 4 * 1024
export const jsonBodyBytes = 64 * 1024
export const jsonDepth = 20
/** Keys and entries in one body; an application has about a hundred. */
export const jsonEntries = 2000
export const logoBytes = 3 * 1024 * 1024
export const logoPixels = 40_000_000
/** A logo travels as base64 in JSON, a third longer than the file. */
export const logoBodyBytes = 4 * 1024 * 1024 + 4 * 1024
export const filenameLength = 255
export const signatureCanvas = { width: 400, height: 120, line: 2 } as const
/** Ink and the longer side of its box, in canvas units. */
export const signatureInk = { length: 40, extent: 20 } as const
export const signatureName = { letters: 2, length: 80 } as const
export const signaturePauseMs = 300
/** Ignores touches for this long after a pen was near: they are the palm. */
export const signaturePalmMs = 1000
export const logoBox = { width: 180, height: 80 } as const
export const successCountdownSeconds = 5
export const createCompanyRedirectMs = 2000
export const pageSize = 10
export const pageSizes = [10, 25, 50, 100]
export const listRows = 1000
/** Of one user or API key. Browsers open no more connections to one host over HTTP/1.1. */
export const callsAtOnce = 6
export const sortFields = 3
/** Of a list, as a cursor passes it on. */
export const cursorTotal = 2 ** 31 - 1
export const duplicates = 20
export const settlingMs = 5000
export const passwordLength = 8
export const passwordMaxLength = 256
export const notifyAddresses = 10
export const textLength = 200
export const longTextLength = 1000
export const disclaimerLength = 5000
export const authorizationLength = 10_000
export const boardCards = 50
/** Statuses of a company, and reasons of a list. */
export const deskEntries = 24
export const deskNameLength = 40
export const contactLength = 500
export const reasonLength = 300
export const noteLength = 5000
export const reasonTextLength = 1000
export const mentionsAtOnce = 20
export const mentionsOffered = 8
export const taskLength = 500
export const tasksPerSubmission = 100
export const offerDollars = 100_000_000
export const offerFactor = 10
export const offerPayments = 2_000
export const offersPerSubmission = 200
export const splits = 10
/** The newest of a user, and how long they are kept. */
export const notices = 50
export const noticeDays = 90
/** Of the morning mail. */
export const referencesPerMail = 20
/** Of a submission's page, in view of the user. */
export const presenceMs = 20_000
export const presenceGoneMs = 60_000
export const settingsLength = 20_000
/** Longer stored settings are not parsed; earlier releases added keys to what was sent. */
export const storedSettingsLength = 100_000
export const allowedOrigins = 20
export const searchLength = 200
export const numberLength = 30
export const namesAtOnce = 100
export const namesOffered = 25
export const teamMembers = 100
export const teamsOfUser = 100
export const slugLength = 60
export const linkNameLength = 80
export const funderEmails = 10
/** States, natures of business and products of a funder. */
export const funderEntries = 60
/** Months, days and counts that a funder asks for. */
export const criterionCount = 1200
/** Of funders, packages and offers. */
export const dealDollars = 1_000_000_000
export const madeSlugBytes = 10
export const idempotencyKeyLength = 255
export const idempotencyHours = 24
/** Longer than any call takes; then another call may take over one whose server has died. */
export const idempotencyLockSeconds = 120
export const importBytes = 1024 * 1024
/** In JSON, whose escapes take more room. */
export const importBodyBytes = 2 * 1024 * 1024
export const importRows = 2000
/** Of a bank statement; a busy month has 600. All are judged with each look at a submission's cash flow. */
export const rowsPerStatement = 3000
export const rowsPerCashFlow = 10_000
/** Invalid lines, after which an import stops reading. */
export const importErrors = 50
/** Shorter than `idempotencyLockSeconds`. */
export const importSeconds = 100
export const permissionsGiven = 100
export const idLength = 64
export const emailLength = 254
/** Of records that other systems name and describe. */
export const externalIdLength = 200
export const metadataKeys = 20
export const metadataKeyLength = 40
export const metadataValueLength = 500
export const queryLength = 4000
export const userAgentLength = 300
export const batchedCalls = 10
export const draftDays = 30
/** Longer than an accepted answer, so that the applicant can still shorten it. */
export const draftTextLength = 5000
export const draftBytes = 1536 * 1024
export const receiptDays = 90
export const signatureLinkDays = 14
export const moveLinkHours = 24
export const movedPollMs = 5000
export const untouchedSessionHours = 48
/** The least a file counts in the upload quotas: disk blocks, row and index entries. */
export const quotaFileBytes = 64 * 1024
export const quotaHours = 24
/** Bytes are summed up by such spans, the oldest of which counts whole. */
export const quotaSlotMinutes = 5
/** Per process: an office may have twenty applicants with two uploads each. */
export const uploadsPerAddressAtOnce = 40
/** Seconds. */
export const uploadTurnSeconds = 5
export const uploadsAtOnce = 2
export const callTimeoutMs = 30_000
export const submitTimeoutMs = 60_000
export const retryDelaysMs = [1000, 3000, 8000, 15_000, 30_000] as const
export const draftDelayMs = 1000
export const draftMaxDelayMs = 5000
export const draftRetryMaxMs = 30_000
export const partRetryMs = 3000
export const partTries = 3
export const linkWaitMs = 3000
export const resumeWaitMs = 4000
/** As `retryDelaysMs`, for uploads, which may be long and continue in the background. */
export const uploadRetryDelaysMs = [1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000] as const
export const storageFullRetryMs = 5 * 60_000
export const uploadStallMs = 30_000
export const offlineStallMs = 3000
/** A sent file may still be in the line's buffers, so its answer may take longer. */
export const uploadAnswerMs = 60_000
/** Browsers do not always tell when the connection is back. */
export const offlineRetryMs = 15_000
export const cutUploadChecksMs = [0, 1500, 4000] as const
export const loginSessionHours = 12
export const loginIdleMinutes = 30
export const confirmedMinutes = 10
export const knownDeviceDays = 90
export const knownDevices = 20
export const otpTicketMinutes = 5
export const recoveryCodes = 10
export const signInEntries = 50
export const passwordResetMinutes = 60
export const invitationDays = 3
/** At least as long as a form's token lives; at most ten years, so that a typing error does not mean for ever. */
export const retentionDays = { min: 30, max: 3650 } as const
/** How long a shorter retention period, or a lifted hold, can be undone before anything is destroyed. */
export const retentionGraceHours = 24
export const retentionListed = 100
export const retentionNextDays = 3
export const keyDays = { min: 7, max: 3650 } as const
export const keyAddresses = 50
/** API keys and connected apps of one user. Each may call as often as `RATES.apiKey` says. */
export const keys = 50
/** Limits of apps that connect by OAuth. An app that no user has connected is deleted after `clientHours`. */
export const connectionDays = 90
export const accessTokenSeconds = 3600
export const interactionSeconds = 900
export const clientHours = 24
export const clientNameLength = 80
export const clientRedirects = 10
export const views = 50
export const viewNameLength = 60
/** How often an open panel asks for new submissions, and how long without its user. */
export const arrivalsMs = 20_000
export const arrivalsIdleMs = 10 * 60_000
export const modalWidth = 500
export const requestsPerSubmission = 50
export const requestDays = 14
export const requestItems = 20
/** Of one act for many submissions: by their ids, and by a filter. */
export const bulkIds = 1000
export const bulkRows = 5000
/** Done before other jobs get their turn. */
export const bulkBatch = 50
export const bulkDays = 7
/** Whose files one archive holds. */
export const zipSubmissions = 25
/** The panel shows the progress of one with more submissions, or that takes longer. */
export const bulkUnseen = 100
export const bulkUnseenMs = 3000
export const bulkPollMs = 1000
/** How long and how often the panel asks whether a request was mailed. */
export const requestMailWaitMs = 2 * 60_000
export const requestMailPollMs = 3000
export const packageDays = 14
/** Within so many hours a second package to the same funder is confirmed. */
export const packageAgainHours = 24
/** Of one call. */
export const packageFunders = 50
export const packageDocuments = 60
export const packagesPerSubmission = 500
export const packageCodeMinutes = 15
export const packageCodeTries = 5
/** Kept of one funder, the newest. */
export const packageAnswers = 20
export const requestReminderDays = [2, 5, 9] as const
/** Of a company; as many for the provider. */
export const webhooks = 20
export const webhookUrlLength = 500
export const webhookMs = 10_000
export const webhookAnswerBytes = 64 * 1024
/** How long the secret before the current one signs, too. */
export const webhookSecretMs = 24 * 60 * 60_000
export const eventDays = 30
/** Mails that are files, where there is no mail server. */
export const mailFileDays = 30
export const eventsPerPage = 100
/** Without use for so long, a receipt hides its names and files, and a form on a shared device is emptied. */
export const idleMinutes = 30
