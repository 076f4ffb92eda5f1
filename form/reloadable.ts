/** Chromium and Firefox end the message of a failed module load with its address. */
const ADDRESS = /https?:\/\/\S+$/

let times = 0

/**
 * Repeats a failed `import()` under another address: browsers remember a failed module, and React.lazy a
 * rejection. @param load a bare `import()`
 */
export function reloadable<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | null = null

  const loadAgain = async (error: unknown): Promise<Part> => {
    const address = error instanceof Error && ADDRESS.exec(error.message)?.[0]
    if (!address) throw error
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
