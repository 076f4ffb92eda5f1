/** The time-stamping authority gave no time stamp: a later try may succeed. */
export class AuthorityError extends Error {
  override name = 'AuthorityError'
}
