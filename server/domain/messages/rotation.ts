export const rotationMessages = {
  changing: (from: string, to: string) => `Changing from key ${from} to ${to}`,
  goingOn: (from: string, to: string) => `Going on with the change from key ${from} to ${to}`,
  rowsSoFar: (rows: number) => `${rows} rows so far`,
  done: (seconds: string, { rows, files }: { rows: number; files: number }, previous: string) =>
    `Encrypted anew in ${seconds} s: ${rows} rows and ${files} files; nothing is left under key ${previous}`,
  lost: (file: string) => `This file was missing or damaged before, and stays so: ${file}`,
  failed: (record: string, reason: string) => `${record}: ${reason}`,
  backUp: (folder: string, previous: string) =>
    `Back up ${folder} now. Backups made until now need the key ${previous}, from a backup of that folder`,
  unset: 'Unset ENCRYPTION_KEY_PREVIOUS. Backups made until now need the key that was in it',
  notTidied: (reason: string) =>
    `The table FormSubmission could not be vacuumed, so lists may be slow for a while: ${reason}`,
  endedLate: (key: string) =>
    `The change from key ${key} was complete but for its end; the key is removed now`,
  damagedHeirloom: (key: string) =>
    `What the table RetiredKey keeps of the key ${key} in formSessionMac is damaged: applications begun under it have to be begun again. Set it to NULL: keys:rotate does not end before`,
  refusals: {
    changedMeanwhile: 'Somebody else has changed the keys meanwhile; run this again',
    stays: (records: number, previous: string) =>
      `${records} records could not be encrypted anew, so the key ${previous} stays; put them right and run this again`,
    nothingToChangeTo:
      'There is nothing to change to: set ENCRYPTION_KEY to a new key (openssl rand -base64 32), ' +
      'ENCRYPTION_KEY_PREVIOUS to the one before, and restart every server with both',
    notTaken: (servers: number, advice: string) =>
      `${servers === 1 ? 'A server does' : `${servers} servers do`} not take the new key; ${advice}, and run this again`,
    running: 'Another process is changing the keys or making a backup; run this again when it is done',
    lockLost: 'The connection to the database broke; run this again',
  },
  advice: {
    seeFile: (key: string, folder: string) => `it has to see the file of the key ${key} in ${folder}`,
    restartWithBoth: 'restart it with ENCRYPTION_KEY and ENCRYPTION_KEY_PREVIOUS as they are here',
    restart: 'restart it',
  },
} as const
