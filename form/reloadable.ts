/** The part's address in the source of its `load`: Safari's error doesn't tell it. */
const ADDRESS = /import\(["'`]([^"'`]+)/

let times = 0

/**
 * Repeats a failed `import()` under another address: browsers remember a failed module, and React.lazy a
 * rejection. @param load a bare `import()`
 */
export function reloadable<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | null = null

  const loadAgain = async (error: unknown): Promise<Part> => {
    const address = ADDRESS.exec(String(load))?.[1]
    if (!address) throw error
    const { href } = new URL(`${address}?again=${++times}`, import.meta.url)
    return (await import(/* @vite-ignore */ href)) as Part
  }

  return () =>
    (loading ??= load()
      .catch(loadAgain)
      .catch((error: unknown) => {
        loading = null
        throw error
      }))
}

/** One of a part's exports, for React.lazy. */
export const pick =
  <Part, Name extends keyof Part>(load: () => Promise<Part>, name: Name) =>
  async (): Promise<{ default: Part[Name] }> => ({ default: (await load())[name] })
