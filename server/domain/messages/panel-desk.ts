export const deskMessages = {
  status: {
    change: (name: string) => `Status: ${name}. Change it`,
    moves: 'Move to',
    none: 'There is no further status.',
    move: (name: string) => `Move to ${name}`,
    reason: 'Reason',
    moving: 'Moving…',
    failed: 'The status could not be changed. Try again.',
  },
  owner: {
    change: (name: string) => `Owner: ${name}. Change it`,
    nobody: 'Unassigned',
    take: 'Take it',
    people: 'People',
    teams: 'Teams',
    clear: 'Assign to nobody',
    failed: 'The owner could not be changed. Try again.',
  },
  settings: {
    tab: 'Desk',
    statuses: 'Statuses',
    statusesHelp:
      'In the order of menus and the board. A retired status stays with the submissions that have it.',
    reasons: { declined: 'Reasons for declining', withdrawn: 'Reasons for withdrawing' },
    name: 'Name',
    nameNeeded: 'Please enter a name',
    countsAs: 'Counts as',
    countsAsNeeded: 'Please choose what it counts as',
    retired: 'Retired',
    add: 'Add',
  },
  stale: 'Somebody else has changed this meanwhile. You see it now as it stands.',
} as const
