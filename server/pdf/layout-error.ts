/**
 * An application that cannot be laid out, now or later: its layout takes more time or memory than it may, or its text
 * cannot be drawn.
 */
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
