import type { FunnelStep } from '../submission-status.ts'

const UNITS = [
  [60, 's'],
  [60, 'min'],
  [24, 'h'],
] as const

/** 840 → '14 min' */
export function shortDuration(seconds: number): string {
  let left = seconds
  for (const [size, unit] of UNITS) {
    if (left < size) return `${Math.round(left)} ${unit}`
    left /= size
  }
  return daysText(Math.round(left))
}

const daysText = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`

const STEPS: Readonly<Record<FunnelStep, string>> = {
  opened: 'Link opened',
  started: 'Started',
  signed: 'Signed',
  submitted: 'Submitted',
  decided: 'Decided',
  funded: 'Funded',
}

export const dashboardMessages = {
  title: 'Dashboard',
  failed: 'The dashboard could not be loaded.',
  empty: 'There are no submissions yet. Share your link, and this page shows how they come in.',
  today: 'Today',
  todayIn: (timeZone: string) => `By the time of ${timeZone.replaceAll('_', ' ')}`,
  received: 'Received',
  decided: 'Decided',
  funded: 'Funded',
  mine: 'My open submissions',
  nothingMine: 'You own no open submissions.',
  waiting: 'Waiting longest',
  nothingWaiting: 'No submission is open.',
  showAll: (count: number) => `Show all ${count.toLocaleString('en-US')}`,
  showOpen: 'Show all open',
  days: daysText,
  heads: {
    merchant: 'Merchant',
    status: 'Status',
    waits: 'Waits',
    submissions: 'Submissions',
    amount: 'Requested',
    revenue: 'True revenue a month',
    link: 'Link',
    week: 'Week from',
    step: 'Step',
    count: 'Count',
    median: 'Median time',
  },
  unassigned: 'Unassigned',
  byStatus: 'By status',
  byRevenue: 'Open submissions by true revenue',
  byRevenueHelp: 'Those whose bank statements are read.',
  revenueBand: (from: string, to: string | null) => (to === null ? `${from} and more` : `${from} to ${to}`),
  byLink: 'By link',
  weeks: 'Last 12 weeks',
  asTable: 'Show as table',
  funnel: 'From link to funding',
  funnelHelp: 'What happened in these days. The time is that from the step before.',
  period: 'Period',
  lastDays: (days: number) => `Last ${days} days`,
  link: 'Link',
  allLinks: 'All links',
  steps: STEPS,
  none: '—',
} as const
