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
  stale: 'Somebody else has changed this meanwhile. You see it now as it stands.',
} as const
