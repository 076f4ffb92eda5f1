export const pdfMessages = {
  title: 'Funding application',
  submitted: 'Submitted',
  submission: 'Submission',
  noAnswer: '—',
  noSignature: 'No signature was drawn',
  damagedSignature: 'The drawing is damaged and cannot be shown',
  noSecondSigner: 'There is no second signer',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  renderedFor: (name: string, when: string) => `Downloaded by ${name} on ${when}`,
  evidence: 'Received from',
} as const
