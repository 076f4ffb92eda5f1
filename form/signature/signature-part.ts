export { SignatureDrawing } from './signature-drawing.ts'
export { isName, namePicture, SignatureTyping } from './signature-typing.tsx'
