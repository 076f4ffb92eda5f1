export const EVENT_TYPES = [
  'submission.created',
  'submission.updated',
  'submission.status_changed',
  'document.added',
  'pdf.ready',
  'request.answered',
] as const
