import type { Line } from './line.ts'
import type { Stage } from './stage.ts'

/** Lines of the table that are measured together; `name` chooses them on the command line. */
export type Group = { name: string; measure: (stage: Stage) => Promise<Line[]> }
