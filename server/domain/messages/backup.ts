export const backupMessages = {
  exists: (file: string) => `${file} exists already; choose another name`,
  noFolder: (folder: string) => `There is no folder ${folder}; create it, or choose another place`,
  hiddenRows: (table: string) =>
    `Row-level security may hide rows of the table ${table} from the role of DATABASE_URL, so they would be missing ` +
    'from the backup; check the policies of that table',
  newerDatabase: (migrations: string) =>
    `The database was migrated by a newer version (${migrations}); make the backup with that version`,
  olderDatabase: () =>
    'The database is of an earlier release; make the backup with that release, or start this one on the database first',
  noMigrations: 'The database is empty: no server was started on it yet',
  wrongStore: (most: number, store: string) =>
    `More than ${most} files that the database names are missing from ${store}; check STORAGE_URL and DATA_DIR`,
  otherStore: (store: string) =>
    `The file store ${store} does not belong to this database; check DATABASE_URL, STORAGE_URL and DATA_DIR`,
  keepChanging: (passes: number) =>
    `Files vanished during each of ${passes} attempts to read them; run this again when fewer are removed at a time`,
  keyNotAtHand: (key: string) =>
    `--with-keys: the main key ${key} is not at hand, so it can't go into the backup`,
  lockLost: 'The connection to the database broke; run this again',
  keysInside: (file: string) =>
    `WARNING: ${file} contains the main keys. Anyone with this file can read every application in it`,
  missing: (file: string, row: string) =>
    `Missing from the file store, and so from the backup: ${file} (${row})`,
  incomplete: (count: number) =>
    `The backup is complete except for ${count === 1 ? '1 file' : `${count} files`} missing from the file store`,
  done: (
    file: string,
    {
      rows,
      tables,
      files,
      size,
      seconds,
    }: Record<'rows' | 'tables' | 'files', number> & Record<'size' | 'seconds', string>,
  ) => `${file}: ${rows} rows of ${tables} tables and ${files} files, ${size}, in ${seconds} s`,
  keepKeys: (keys: string, place: string) =>
    `It can be read only with the main key ${keys}, which is not in it: keep a copy of ${place} in another place`,

  noFile: (file: string) => `There is no file ${file}; check its name`,
  noBackup: 'This file is not a backup made by npm run backup',
  otherFormat: 'This version cannot read the format of this backup; restore it with the version that made it',
  cut: 'The backup is cut off: its end is missing',
  altered: 'The backup is damaged: its content does not match its checksums',
  newerBackup: (release: string, migrations: string) =>
    `The backup was made by a newer version (${release}, with ${migrations}); restore it with that version`,
  olderBackup: (release: string) =>
    `The backup was made by release ${release}; restore it with that release, then start this one on the result`,
  serversRun: (count: number) =>
    `The database is in use by ${count === 1 ? '1 server' : `${count} servers`}; stop them, and start them again after the restore`,
  databaseNotEmpty: (table: string) =>
    `The database is not empty (there are rows in ${table}); restore into an empty database, or into a DATA_DIR that does not exist yet`,
  databaseTooNew: (migration: string) =>
    `The database is empty, but its tables are newer than the backup (${migration}); drop it and create it anew`,
  storeNotEmpty: (store: string) => `The file store ${store} is not empty; restore into an empty one`,
  otherKey: (source: string, key: string, needed: string) =>
    `${source} is the main key ${key}, but the backup was made under ${needed}; provide that one`,
  takeOut: (entry: string) => `; it is in the backup: tar -xOf FILE ${entry}`,
  otherRestore: (marker: string) =>
    `Another backup was being restored here and was cut off (${marker}); restore that one again, or empty the target`,
  halfRestored: (dataDir: string) =>
    `A restore into ${dataDir} did not end; run npm run restore with the same backup again, which goes on from there`,
  differs: (what: string) =>
    `What was restored differs from the backup: ${what}; restore again into an empty target`,
  restoring: (createdAt: string, installation: string) =>
    `Restoring the backup of ${createdAt}, installation ${installation}`,
  restored: ({
    rows,
    tables,
    files,
    seconds,
  }: Record<'rows' | 'tables' | 'files', number> & { seconds: string }) =>
    `Restored and verified: ${rows} rows of ${tables} tables and ${files} files, in ${seconds} s`,
  restoredMissing: (count: number) =>
    `${count === 1 ? '1 file was' : `${count} files were`} missing from the file store when the backup was made`,
  keysProven: (keys: string) => `The main key ${keys} fits`,
  provideKey: (keys: string, place: string) => `Before the start: put the main key ${keys} into ${place}`,
  keyFileAlone:
    'Copy main*.key alone: the passwords in that folder are those of the database that was made now',
  interrupted: 'Interrupted',
  onlyOne: 'Never run this installation and the one it was backed up from on the same database or file store',
  cannotVacuum: (reason: string) =>
    `The tables could not be vacuumed, so lists may be slow for a while: ${reason}`,
} as const
