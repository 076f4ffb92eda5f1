// fontkit has no types of its own; this is what we use of it.
declare module 'fontkit' {
  export type Font = {
    layout(text: string): unknown
    readonly characterSet: readonly number[]
    glyphForCodePoint(codePoint: number): unknown
    hasGlyphForCodePoint(codePoint: number): boolean
  }
  export function create(file: Uint8Array): Font
}

declare namespace PDFKit.Mixins {
  interface PDFFont {
    /** pdfkit also takes a font that fontkit has opened, which its types do not know. */
    registerFont(name: string, font: import('fontkit').Font): this
  }
}
