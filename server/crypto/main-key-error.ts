/** The server must not start: what is stored could not be read, or would be written under a key that gets lost. */
export class MainKeyError extends Error {
  override name = 'MainKeyError'
}
