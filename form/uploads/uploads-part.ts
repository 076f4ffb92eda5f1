import type { FilesPart } from './files.ts'
import { createFilesPerformer } from './perform-files.ts'
import { reduceFiles } from './reduce-files.ts'
import { UploadRows } from './upload-rows.tsx'

export { AddDocuments } from './add-documents.tsx'

export const filesPart: FilesPart = { reduce: reduceFiles, perform: createFilesPerformer(), Rows: UploadRows }
