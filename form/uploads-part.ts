/** What there has to be once there are files. Loaded apart, as the first view does without. */
export { UploadRows } from './sections/upload-rows.tsx'
export { createQueue } from './upload-transport.ts'
