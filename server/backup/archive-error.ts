/** The archive is not a whole backup of this product; `message` is one line for the operator. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}

/** A backup or restore can't be done here; `message` is one line that says what to change. */
export class BackupError extends Error {
  override name = 'BackupError'
}
