import type { HostileCase } from './hostile-case.ts'
import { JSON_CASES } from './json-cases.ts'
import { LOGO_CASES } from './logo-cases.ts'
import { MULTIPART_CASES } from './multipart-cases.ts'
import { REQUEST_CASES } from './request-cases.ts'
import { SUBMIT_CASES } from './submit-cases.ts'
import { UPLOAD_CASES } from './upload-cases.ts'

/** Everything that has to be refused: another kind of it is another line in one of these files. */
export const HOSTILE_TABLE: HostileCase[] = [
  ...UPLOAD_CASES,
  ...MULTIPART_CASES,
  ...LOGO_CASES,
  ...SUBMIT_CASES,
  ...JSON_CASES,
  ...REQUEST_CASES,
]
