import { useState } from 'react'
import { cashFlowMessages as words } from '#domain/messages/panel-cash-flow'
import { AppDialog } from '../../dialogs/dialogs.tsx'
import { FilePreview } from '../../preview/file-preview.tsx'
import { documentUrl } from '../submission.ts'
import { useTimelineChanged } from '../use-submission.ts'

/** `top` and `bottom` of the line to mark, in points from the page's top. */
export type PageShown = { documentId: string; page: number; top?: number; bottom?: number }

export const PageDialog = ({ page, onClose }: { page: PageShown; onClose: () => void }) => {
  const changed = useTimelineChanged()
  // Each mark is scrolled to once, and a row may be opened again.
  const [mark] = useState(() => ({ ...page }))
  return (
    <AppDialog title={words.page(page.page)} onClose={onClose}>
      <FilePreview
        url={documentUrl(page.documentId)}
        name={words.page(page.page)}
        mark={mark}
        onLoaded={changed}
      />
    </AppDialog>
  )
}
