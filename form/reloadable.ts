/** Chromium and Firefox end the message of a failed module load with its address. */
const ADDRESS = /https?:\/\/\S+$/

let times = 0

/**
 * Makes a lazily loaded part loadable again: browsers remember a failed module and don't request it again, except
 * under another address. @param load a bare `import()` @returns a function that loads the part and then always
 * returns the same one. React.lazy keeps a rejection for good, so it can't repeat a load by itself.
 */
export function reloadable<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | null = null

  const loadAgain = async (error: unknown): Promise<Part> => {
    const address = error instanceof Error && ADDRESS.exec(error.message)?.[0]
    if (!address) throw error
    // TypeScript can't know the module behind an address.
    return (await import(/* @vite-ignore */ `${address}?again=${++times}`)) as Part
  }

  return () =>
    (loading ??= load()
      .catch(loadAgain)
      .catch((error: unknown) => {
        loading = null
        throw error
      }))
}
