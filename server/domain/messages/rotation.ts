export const rotationMessages = {
  changing: (from: string, to: string) => `Changing the main key from ${from} to ${to}`,
  goingOn: (from: string, to: string) => `Continuing the change of the main key from ${from} to ${to}`,
  confirm: 'Change the main key now? Servers take the new one while they run. Type yes: ',
  notConfirmed: 'Nothing was changed',
  needsYes: 'Without a terminal to ask at, changing the main key needs --yes',
  waitingForServers: (servers: number, seconds: number) =>
    `Waiting up to ${seconds} s for ${servers === 1 ? '1 server' : `${servers} servers`} to use the new key`,
  waitingForTransactions: (processes: readonly number[], seconds: number) =>
    `Waiting up to ${seconds} s for database transactions that began under the old key to end; ` +
    `PostgreSQL processes: ${processes.join(', ')}`,
  rowsSoFar: (rows: number) => `${rows} keys wrapped so far`,
  done: (seconds: string, rows: number, previous: string) =>
    `Wrapped ${rows} keys again in ${seconds} s; nothing is left under key ${previous}`,
  failed: (record: string, reason: string) => `${record}: ${reason}`,
  backUp: (folder: string, previous: string) =>
    `Back up ${folder} now. Older backups need the key ${previous}, from a backup of that folder`,
  unset: 'Unset ENCRYPTION_KEY_PREVIOUS, and keep that key for older backups',
  endedLate: (key: string) =>
    `The change from key ${key} was complete except for its file, which is removed now`,
  refusals: {
    changedMeanwhile: 'Another process has changed the keys meanwhile; run this again',
    stays: (records: number, previous: string) =>
      `The keys of ${records} records could not be unwrapped, so the key ${previous} stays; repair them and run this again`,
    nothingToChangeTo:
      'There is no new key: set ENCRYPTION_KEY to a new key (openssl rand -base64 32), ' +
      'ENCRYPTION_KEY_PREVIOUS to the current one, and restart every server with both',
    notTaken: (servers: number, advice: string) =>
      `${servers === 1 ? 'A server does' : `${servers} servers do`} not use the new key; ${advice}, and run this again`,
    transactionsOpen: (transactions: number) =>
      `${transactions} database transactions have stayed open since the key changed; end them and run this again`,
    running: 'Another process is changing the keys or making a backup; run this again when it is done',
    lockLost: 'The connection to the database broke; run this again',
  },
  advice: {
    seeFile: (key: string, folder: string) =>
      `it must be able to read the file of the key ${key} in ${folder}`,
    restartWithBoth: 'restart it with the same ENCRYPTION_KEY and ENCRYPTION_KEY_PREVIOUS as here',
    restart: 'restart it',
  },
} as const
