/** 'not_locked': everybody can read the file; null: another password opens it. */
export type Unlocked = Uint8Array | 'not_locked' | null

/** @returns the pages without encryption */
export async function unlock(bytes: Uint8Array, password: string): Promise<Unlocked> {
  const { PDF } = await import('@libpdf/core')
  // Without a password this tries an empty one, by which files open that are only protected from changes.
  const open = await PDF.load(bytes.slice())
  if (!open.isEncrypted || open.isAuthenticated) return 'not_locked'
  const locked = await PDF.load(bytes.slice(), { credentials: password })
  if (!locked.isAuthenticated) return null
  // Removing the protection would need the right to change the file, which few passwords of statements give.
  const copy = PDF.create()
  await copy.copyPagesFrom(
    locked,
    Array.from({ length: locked.getPageCount() }, (_, index) => index),
  )
  // The flags look at these for signs of an editor.
  const [producer, creator, made] = [locked.getProducer(), locked.getCreator(), locked.getCreationDate()]
  if (producer !== undefined) copy.setProducer(producer)
  if (creator !== undefined) copy.setCreator(creator)
  if (made !== undefined) copy.setCreationDate(made)
  return copy.save()
}
