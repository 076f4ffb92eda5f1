import { useCallback } from 'react'
import { useLanguage, useWords } from '../language/language-context.tsx'
import { attachedStatements } from './attached-statements.ts'
import type { UploadRowsProps } from './files.ts'
import { statementText } from './statement-note.tsx'
import { StatementSlots } from './statement-slots.tsx'
import type { UploadItem } from './upload-item.ts'
import { outcomeText, UploadRow } from './upload-row.tsx'

export function UploadRows({ items, onRemove, onRetry, ...others }: UploadRowsProps) {
  const { onDescribe } = others
  const text = useWords().uploads
  const remove = useCallback((key: string) => void removeKeepingFocus(() => onRemove(key)), [onRemove])
  const retry = useCallback(
    (key: string) => {
      // Keeps the focus on the row, as the button disappears.
      document.activeElement?.closest('li')?.querySelector<HTMLElement>('.icon-button')?.focus()
      onRetry(key)
    },
    [onRetry],
  )

  return (
    <>
      {onDescribe && <StatementSlots statements={attachedStatements(items)} />}
      {items.length > 0 && (
        <ul className="upload-list" aria-label={text.list}>
          {items.map((item) => (
            <UploadRow
              key={item.key}
              item={item}
              onRemove={remove}
              onRetry={retry}
              onDescribe={onDescribe}
              onUnlock={others.onUnlock}
            />
          ))}
        </ul>
      )}
      <Outcomes items={items} />
    </>
  )
}

/** Announces outcomes and delays, not every step of progress. */
function Outcomes({ items }: { items: readonly UploadItem[] }) {
  const words = useWords()
  const { language } = useLanguage().pack
  return (
    <div className="only-heard" role="log">
      {items
        .filter(({ state }) => state === 'done' || state === 'failed' || state === 'retrying')
        .map((item) => (
          <p key={item.key}>
            {item.name}: {outcomeText(words, item)} {statementText(item, language)} {item.hint?.(words)}
          </p>
        ))}
    </div>
  )
}

/** Moves the focus to a neighbour's button, or to the file picker. */
async function removeKeepingFocus(remove: () => Promise<boolean>): Promise<void> {
  const button = document.activeElement
  const row = button?.closest('li')
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  const gone = await remove()
  const { activeElement } = document
  if (!gone || (activeElement !== button && activeElement !== document.body)) return
  const next = neighbour?.isConnected ? neighbour.querySelector<HTMLElement>('.icon-button') : null
  ;(next ?? document.getElementById('files'))?.focus()
}
