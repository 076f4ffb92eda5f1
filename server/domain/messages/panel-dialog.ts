export const dialogMessages = {
  ok: 'OK',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  saving: 'Saving…',
  add: 'Add',
  edit: 'Edit',
  delete: 'Delete',
  notSavedTitle: 'Not saved',
  unsavedTitle: 'Discard changes?',
  unsaved: 'What you have changed here is not saved yet.',
  discard: 'Discard',
  keepEditing: 'Keep editing',
  staleTitle: 'Changed by somebody else',
  stale:
    'Somebody else has saved changes to this meanwhile. Load them: what you have changed here stays, the rest becomes as they left it.',
  loadTheirs: 'Load their changes',
  noChoice: 'Nothing found',
  tabs: {
    hasProblem: 'Needs your attention',
    problem: (tab: string) => `Check the marked fields in ${tab}.`,
  },
} as const
