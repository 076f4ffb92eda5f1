export const evidenceMessages = {
  title: 'Evidence',
  kinds: {
    original: 'The sealed original',
    copy: 'A sealed copy',
    addition: 'A sealed addition to the original',
  },
  submission: 'Submission',
  company: 'Received for',
  original: 'SHA-256 of the original',
  notYet: 'The original had no seal when this file was made',
  seal: 'Seal',
  seals: {
    stamped: 'With a time stamp of an authority (PAdES B-LTA)',
    plain: 'Without a time stamp (PAdES B-B)',
    away: 'Without a time stamp, as the authority did not answer for 24 hours (PAdES B-B)',
  },
  name: 'Name',
  contact: 'Contact',
  notRecorded: 'Not recorded',
  events: 'Events, by the server’s clock',
  opened: 'The form was opened',
  added: {
    signature: 'A later signature was received',
    correction: 'A signed correction was received',
    answer: 'An answer was received',
  },
  file: (name: string) => `A file was received: ${name}`,
  told: ({ by, ip, userAgent }: { by: string; ip: string; userAgent: string }) =>
    `${by} sent the application and told of the applicant: ${[ip, userAgent].filter(Boolean).join(', ') || 'nothing'}`,
  received: (address: string) => `The application was received${address && ` from ${address}`}`,
}
