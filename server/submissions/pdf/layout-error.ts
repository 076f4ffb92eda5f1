/** Every retry would fail too. */
export class LayoutError extends Error {
  override name = 'LayoutError'

  constructor(
    readonly reason: 'too_complex' | 'undrawable',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
