/** @returns the pages without encryption, or null if the password is another or the file is not locked */
export async function unlock(bytes: Uint8Array, password: string): Promise<Uint8Array | null> {
  const { PDF } = await import('@libpdf/core')
  const locked = await PDF.load(bytes.slice(), { credentials: password })
  if (!locked.isEncrypted || !locked.isAuthenticated) return null
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
