import type { NoticeKind } from '../events.ts'

export const taskMessages = {
  title: 'Tasks',
  none: 'There are no tasks.',
  notLoaded: 'The tasks could not be loaded.',
  failed: 'The task could not be saved. Try again.',
  add: 'Add task',
  edit: 'Edit task',
  save: 'Save task',
  saving: 'Saving…',
  remove: 'Delete task',
  removeText: (text: string) => `Delete “${text}”?`,
  text: { label: 'Task', needed: 'Say what needs to be done.' },
  dueAt: { label: 'Due', needed: 'Choose a day.' },
  ownerId: { label: 'Owner', needed: 'Choose an owner.' },
  due: (day: string, owner: string) => `Due ${day} · ${owner}`,
  done: (day: string, owner: string) => `Done ${day} · ${owner}`,
  tasksDue: 'Tasks due',
  heads: ['Task', 'Due'],
} as const

const NOTICES: Readonly<Record<NoticeKind | 'due', (name: string) => string>> = {
  mention: (name) => `${name} mentioned you in a note`,
  assignment: (name) => `${name} assigned a submission to you`,
  task: (name) => `${name} gave you a task`,
  answer: () => 'The applicant answered a request',
  funder: () => 'A funder answered',
  arrival: () => 'A new application came in',
  due: () => 'One of your tasks is due',
}

export const noticeMessages = {
  title: 'Notices',
  open: (unread: number) => (unread === 0 ? 'Notices' : `Notices: ${unread} unread`),
  none: 'There is nothing new.',
  failed: 'The notices could not be loaded.',
  unread: 'Unread',
  readAll: 'Mark all as read',
  text: (kind: NoticeKind | 'due', name: string) => NOTICES[kind](name),
} as const
