/** Of one stream: as much as the largest picture that is decoded. */
const MOST = 150_000_000

export class TooLargeError extends Error {}

const Native = globalThis.DecompressionStream
let refuse: (error: Error) => void = () => {}

/**
 * pdf.js decompresses through the global class. One that goes beyond the limit stops for good, as pdf.js would decompress
 * after an error once more, by code of its own.
 */
globalThis.DecompressionStream = class {
  readonly readable: ReadableStream<Uint8Array>
  readonly writable: WritableStream<unknown>

  constructor(format: ConstructorParameters<typeof Native>[0]) {
    const { readable, writable } = new Native(format)
    let left = MOST
    const bounded = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left -= chunk.byteLength
        if (left >= 0) return controller.enqueue(chunk)
        refuse(new TooLargeError('a stream is too large'))
        return new Promise(() => {})
      },
    })
    this.readable = readable.pipeThrough(bounded)
    this.writable = writable
  }
}

/** @throws TooLargeError */
export const withBounds = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([work, new Promise<never>((_, reject) => (refuse = reject))])
