const adopt = 'start once with STORAGE_ADOPT=1'

export const storeMessages = {
  otherInstallation: (store: string, its: string, own: string | null) =>
    `The file store ${store} belongs to the installation ${its}, but the database to ` +
    `${own === null ? 'none yet' : own}; correct DATABASE_URL, STORAGE_URL or DATA_DIR, or, if this installation is to ` +
    `take the store over, ${adopt}`,
  filesMissing: (store: string, missing: number, total: number) =>
    `The file store ${store} carries no installation id and lacks ${missing} of the ${total} files that the database ` +
    `names; correct DATABASE_URL, STORAGE_URL or DATA_DIR, restore the files from a backup, or, if they are lost for ` +
    `good, ${adopt}`,
  unknownFiles: (store: string) =>
    `The file store ${store} holds files, but the database names none; correct DATABASE_URL, STORAGE_URL or DATA_DIR, ` +
    `or, if this installation is to take the store over, ${adopt}`,
  databaseMissing: (folder: string, store: string) =>
    `There is no database under ${folder}, but the file store ${store} is in use; restore that folder from a backup, ` +
    `correct DATA_DIR, DATABASE_URL or STORAGE_URL, or, if a new database is to take the store over, ${adopt}`,
  confirmOrphans:
    'so many stored files are named by no row that the database may be the wrong one or an older one; none was moved. ' +
    'If it is the right one, run: npm run orphans -- --confirm',
  listed: {
    orphans: (files: number, size: string, of: number) =>
      `Files that no row names: ${files} (${size}), of ${of} files in the store; those of the last 15 minutes are not counted`,
    missing: (files: number) => `Files that rows name and the store lacks: ${files}`,
    quarantine: (files: number, size: string, since: string | null) =>
      `Files in quarantine: ${files} (${size})${since === null ? '' : `, the oldest since ${since}`}`,
    howToConfirm:
      'If this is the right database, npm run orphans -- --confirm moves the files that no row names to the quarantine.',
    moved: (files: number, size: string, days: number) =>
      `Moved to the quarantine: ${files} (${size}). They are put back when their rows are there again, and erased after ` +
      `${days} days.`,
  },
  moved: {
    toIsMissing: 'Name the new store by --to s3://bucket?endpoint=…, or by --to local for DATA_DIR/files',
    notFrom: (store: string) => `Name this database's earlier file store by --from, which is not ${store}`,
    inUse: (store: string) => `${store} holds files of something else; name an empty store`,
    differs: (file: string) => `The copy of ${file} has other bytes; check the new store, and run this again`,
    copied: (files: number) => `Copied and compared: ${files} files`,
    next: (to: string) =>
      `Next: restart every server with the STORAGE_URL of ${to}, then run this again with --from and the earlier store`,
    result: (missing: number, named: number, from: string) =>
      `${missing === 0 ? `Done; ${from} can be removed` : 'Not done'}: ${missing} of ${named} files are missing`,
  },
} as const
