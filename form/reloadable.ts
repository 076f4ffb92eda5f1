/** Chromium and Firefox end with it what they say of a module that they could not fetch. */
const ADDRESS = /https?:\/\/\S+$/

let times = 0

/**
 * Lets a part of the page be loaded again after it failed: many browsers remember a module that could not be fetched,
 * and fail from then on without asking for it. Under another address they ask.
 *
 * @param load nothing but an `import()`, as its module is what the other address holds
 * @returns loads the part, once it is there always the same; rejects with what the browser said
 */
export function reloadable<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | null = null

  const loadAgain = async (error: unknown): Promise<Part> => {
    const address = error instanceof Error && ADDRESS.exec(error.message)?.[0]
    if (!address) throw error
    // The compiler cannot know what an address holds.
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
