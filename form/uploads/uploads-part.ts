/** What there has to be once there are files. Loaded apart, as the first view does without. */
export { UploadRows } from './upload-rows.tsx'
export { createQueue } from './upload-transport.ts'
