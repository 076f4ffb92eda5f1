import { LIMITS } from '../limits.ts'

export const submissionListMessages = {
  unassigned: 'Unassigned',
  documentMonths: (months: string) => (months === '' ? '' : ` · ${months}`),
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
    trueRevenueFrom: 'True revenue from',
    trueRevenueTo: 'True revenue to',
    averageDailyBalanceFrom: 'Average balance from',
    averageDailyBalanceTo: 'Average balance to',
    nsfCountFrom: 'NSFs from',
    nsfCountTo: 'NSFs to',
    positionCountFrom: 'Positions from',
    positionCountTo: 'Positions to',
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
  bulk: {
    all: (count: number) => `All ${count.toLocaleString('en-US')} that match are selected`,
    selectAll: (count: number) => `Select all ${count.toLocaleString('en-US')} that match`,
    tooMany: `Filter to at most ${LIMITS.bulkRows.toLocaleString('en-US')} to select all.`,
    assign: 'Assign',
    move: 'Move',
    request: 'Ask for items',
    csv: 'CSV',
    zip: 'ZIP',
    zipNote: 'A folder for each submission, with its files and its PDF.',
    asked: (count: number) =>
      count === 1 ? 'One applicant is asked.' : `${count.toLocaleString('en-US')} applicants are asked.`,
    unmailed: 'An applicant without an email address gets no email. Copy the link on that submission’s page.',
    failed: 'This could not be started. Try again.',
    running: (done: number, total: number) =>
      `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} submissions are done.`,
    done: (count: number) => (count === 1 ? '1 submission is done.' : `${count} submissions are done.`),
    failures: (failed: number, total: number) => `${failed} of ${total} could not be done`,
    others: (done: number) =>
      done === 0 ? 'No submission was changed.' : `Done: ${done}. These stayed as they were:`,
  },
  chip: (filter: string, value: string) => `${filter}: ${value}`,
} as const
