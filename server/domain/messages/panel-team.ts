export const teamMessages = {
  empty: 'Teams bring the people of a company together under a lead.',
  createFirst: 'Create a team',
  add: 'Add team',
  edit: (name: string) => `Edit ${name}`,
  createTitle: 'Create Team',
  editTitle: 'Edit Team',
  name: { label: 'Name', needed: 'Please enter a name' },
  leader: { label: 'Team Lead', help: 'The team belongs to the company of its lead.' },
  members: { label: 'Members', help: 'People of the company of the team.' },
  noLeader: '—',
  failed: (reason: string) => `The team could not be saved. ${reason}`,
  saved: 'Team saved',
} as const
