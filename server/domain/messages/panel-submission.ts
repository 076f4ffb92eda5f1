import { LIMITS } from '../limits.ts'
import { sharedPanelMessages } from './shared-panel.ts'

export const submissionMessages = {
  list: {
    title: 'Submitted Forms',
    view: 'View',
    viewTitle: (applicant: string, company: string) =>
      applicant === '' ? `Application to ${company}` : `Application of ${applicant} to ${company}`,
    viewNote: (date: string) => `Submitted ${date}`,
    opening: 'The submission is being loaded.',
    openFailed: 'The submission could not be loaded.',
    revealing: 'Loading…',
    drawnSignature: 'Signature',
    pdfTitle: 'The application as a PDF',
    parseError: sharedPanelMessages.formDataError,
    reveal: 'Show full values',
    revealNote: 'Sensitive values show their last four characters. Showing them in full is recorded.',
    revealFailed: 'The full values could not be loaded. Try again.',
    masked: 'Hide full values',
    download: 'Download',
    noPdf: 'No PDF',
    pdfPending: 'Being made',
    pdfFailed: 'The PDF could not be made',
    downloadFailed: 'The file could not be downloaded. Try again.',
    documents: 'Documents',
    openDocuments: (applicant: string, company: string) =>
      applicant === '' ? `Documents of the submission to ${company}` : `Documents of ${applicant}`,
    noDocuments: 'No documents found for this submission.',
    documentsFailed: 'The documents could not be loaded.',
    addedLater: 'Added later',
    delete: 'Delete',
    deleteDisabled: 'Submissions cannot be deleted here',
    deleteLabel: 'Delete: not available, submissions cannot be deleted here',
    nameless: 'the company',
    export: 'Export',
    exporting: 'Exporting...',
    exportFailed: 'The export could not be made. Try again.',
    exportNote: 'The CSV holds everything that the search shows. Sensitive values stay masked.',
    exported: (file: string) => `${file} has been downloaded.`,
    nameComing: '…',
    ofCompany: (name: string) => `Company: ${name}`,
    empty: "No submissions yet. Share your form's link.",
    openLinks: 'Open your links',
    noAnswer: '—',
  },
  /** Titles of the form's sections, as staff read them. */
  sections: {
    businessInfo: 'Business information',
    references: 'References',
    questions: 'Qualifying questions',
    partners: 'Partners',
    signatures: 'Signatures',
    uploads: 'Documents',
  },
  numberSearch: {
    open: 'Find by SSN or tax ID',
    number: 'SSN or tax ID',
    help: 'All nine digits. Each search is recorded, without the number.',
    find: 'Find',
    finding: 'Searching…',
    failed: 'The search failed. Try again.',
    hint: 'Use “Find by SSN or tax ID”.',
    found: (count: number) =>
      count === 0
        ? 'No submission has this number.'
        : count === 1
          ? '1 submission has this number.'
          : `${count} submissions have this number.`,
    triesLeft: (tries: number, wait: string) =>
      tries === 0
        ? `You cannot search by number again in the next ${wait}.`
        : tries === 1
          ? `You can search by number once more in the next ${wait}.`
          : `You can search by number ${tries} more times in the next ${wait}.`,
    results: 'Submissions with this number',
    again: 'Find another number',
    back: 'Back to all submissions',
  },
  page: {
    open: 'Open page',
    openOf: (company: string, applicant: string) =>
      applicant === '' ? `${company}: open the submission` : `${company}: application of ${applicant}`,
    back: 'All submissions',
    reference: 'Reference',
    receivedAt: 'Received',
    submittedBy: 'Submitted by',
    link: 'Link',
    company: 'Company',
    answers: 'Form data',
    awaitsSignature: 'Waiting for the second signature',
    documents: 'Documents',
    pdf: 'PDF',
    print: 'Print',
    loading: 'The submission is being loaded.',
    notFoundTitle: 'Submission not found',
    notFound: 'There is no submission at this address, or it belongs to another company.',
    failedTitle: 'Submission',
    failed: 'The submission could not be loaded.',
  },
  duplicates: {
    title: 'Possible duplicates',
    matches: { taxId: 'Same tax ID', ssn: 'Same SSN' },
    line: (match: string, count: number, when: 'earlier' | 'later') =>
      `${match}: ${count} ${when} ${count === 1 ? 'submission' : 'submissions'}`,
    nameless: 'No name',
  },
  hold: {
    badge: 'On legal hold',
    since: (time: string, by: string) => `since ${time}, by ${by}`,
    put: 'Put on legal hold',
    putText: 'While on hold, this submission is kept, also when its retention period is over.',
    reason: 'Reason',
    reasonHelp: 'Short, such as the number of a case. No personal data: it stays in the audit log.',
    busy: 'Saving…',
    lift: 'Lift the hold',
    liftTitle: 'Lift the legal hold?',
    liftText: `The retention period counts again. If it is over, the submission is destroyed with its files, no earlier than ${LIMITS.retentionGraceHours} hours from now.`,
    failed: 'The legal hold could not be changed. Try again.',
  },
  links: {
    end: 'End the applicant’s links',
    endTitle: (reference: string) => `End the links to ${reference}?`,
    endText:
      'The receipt on the applicant’s device and the mailed links stop working, and no document can be added by them. This cannot be undone.',
    ended: 'The applicant’s links have ended.',
    failed: 'The links could not be ended. Try again.',
  },
  pdf: {
    show: 'Show the PDF',
    hide: 'Hide the PDF',
    note: 'The PDF holds the full values. Showing and downloading it is recorded.',
  },
  history: {
    from: (ip: string) => `from ${ip}`,
    nobody: 'Nobody signed in',
    system: 'The server',
  },
  preview: {
    back: 'Back to the documents',
    loading: 'The preview is being loaded.',
    failed: 'The preview could not be loaded.',
    brokenImage: 'This picture is damaged and cannot be shown. Download it to open it in another program.',
    brokenPdf: 'This PDF is damaged and cannot be shown. Download it to open it in another program.',
    brokenPage: 'This page is damaged and cannot be shown.',
    locked: 'This PDF is protected by a password. Enter it to see the preview, or download the file.',
    wrongPassword: 'This password does not open the file.',
    password: 'Password of the PDF',
    unlock: 'Open',
    unlocking: 'Opening…',
    previousPage: 'Prev page',
    nextPage: 'Next page',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
    pageOf: (name: string, page: number, pages: number) => `${name}, page ${page} of ${pages}`,
  },
} as const
