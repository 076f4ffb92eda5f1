import { countStatements, monthsBefore, type Statements } from '#domain/statement-summary'
import { today } from '../today.ts'
import type { UploadItem } from './upload-item.ts'

export const attachedStatements = (
  items: readonly UploadItem[],
  day = today(),
): Statements & { asked: readonly string[] } => ({
  asked: monthsBefore(day),
  ...countStatements(items.filter(({ state }) => state !== 'failed').map(({ description }) => description)),
})
