/** The panel's words about teams, English. */
export const teamMessages = {
  columns: { name: 'Name', leader: 'Team Lead', updatedAt: 'Last Edit', actions: 'Actions' },
  empty: 'Teams bring the people of a company together under a lead.',
  add: 'Add team',
  edit: (name: string) => `Edit ${name}`,
  createTitle: 'Create Team',
  editTitle: 'Edit Team',
  name: 'Name',
  nameNeeded: 'Please enter a name',
  leader: 'Team Lead',
  leaderHelp: 'The team belongs to the company of its lead.',
  members: 'Members',
  membersHelp: 'People of the company of the team.',
  noLeader: '—',
  failed: (reason: string) => `The team could not be saved. ${reason}`,
  saved: 'Team saved',
} as const
