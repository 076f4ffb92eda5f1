/** What a signature is drawn and typed with. Loaded apart, as the first view does without. */
export { SignatureDrawing } from './signature-drawing.ts'
export { isName, namePicture, SignatureTyping } from './signature-typing.tsx'
