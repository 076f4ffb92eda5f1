import type { FilesPart } from './files.ts'
import { createFilesPerformer } from './perform-files.ts'
import { reduceFiles } from './reduce-files.ts'
import { UploadRows } from './upload-rows.tsx'

/** What there has to be once there are files. Loaded apart, as the first view does without. */
export const filesPart: FilesPart = { reduce: reduceFiles, perform: createFilesPerformer(), Rows: UploadRows }
