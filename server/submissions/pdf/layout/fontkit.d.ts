declare module 'fontkit' {
  export type Font = {
    layout(text: string): unknown
    glyphsForString(text: string): { readonly advanceWidth: number }[]
    readonly unitsPerEm: number
    readonly characterSet: readonly number[]
    glyphForCodePoint(codePoint: number): unknown
    hasGlyphForCodePoint(codePoint: number): boolean
  }
  export function create(file: Uint8Array): Font
}

declare namespace PDFKit.Mixins {
  interface PDFFont {
    /** pdfkit also takes an opened font, which its types omit. */
    registerFont(name: string, font: import('fontkit').Font): this
  }
}
