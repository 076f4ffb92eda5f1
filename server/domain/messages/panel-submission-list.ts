export const submissionListMessages = {
  unassigned: 'Unassigned',
  documents: (count: number, months: string) => (months === '' ? String(count) : `${count} · ${months}`),
  ageIn: (status: string, time: string) => `${status} since ${time}`,
  mine: 'Only mine',
  figures: 'Submissions by status',
  arrived: (count: number) =>
    count === 1
      ? '1 new submission'
      : count < 100
        ? `${count} new submissions`
        : '100 or more new submissions',
  show: 'Show',
  views: {
    open: 'Views',
    none: 'No view is saved yet.',
    name: 'Name of this view',
    help: 'Keeps the filters and the order, not the search text.',
    share: 'Share with the company',
    sharedBy: (name: string) => `Shared by ${name}`,
    stopped: (name: string) => `Stopped: ${name} can no longer share views`,
    takeOver: 'Take over',
    save: 'Save',
    delete: (name: string) => `Delete the view ${name}`,
    failed: 'The view could not be saved. Try again.',
  },
  filters: {
    owner: 'Owner',
    team: 'Team',
    company: 'Company',
    state: 'State',
    amountFrom: 'Amount from',
    amountTo: 'Amount to',
    salesFrom: 'Sales from',
    salesTo: 'Sales to',
    createdFrom: 'Submitted from',
    createdTo: 'Submitted until',
    decidedFrom: 'Decided from',
    decidedTo: 'Decided until',
    fundedFrom: 'Funded from',
    fundedTo: 'Funded until',
    openDays: 'Days without a new status',
    link: 'Link',
    other: 'Filter',
  },
  chip: (filter: string, value: string) => `${filter}: ${value}`,
} as const
