declare module 'libheif-js/libheif-wasm/libheif-bundle.js' {
  type Pixels = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number }
  type Picture = {
    get_width(): number
    get_height(): number
    is_primary(): boolean
    display(into: Pixels, done: (pixels: Pixels | null) => void): void
  }
  export default function openLibrary(): {
    HeifDecoder: new () => { decode(file: Uint8Array): Picture[] }
  }
}

/** Of the global of Node, which its types leave out. */
declare namespace WebAssembly {
  class Memory {
    readonly buffer: ArrayBuffer
    grow: (this: Memory, pages: number) => number
  }
}
