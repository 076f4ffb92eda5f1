import SearchIcon from '@mui/icons-material/Search'
import { Button, useMediaQuery } from '@mui/material'
import { useState } from 'react'
import { Link } from 'react-router'
import { looksLikeNumber } from '#domain/catalogue/digits'
import { submissionMessages } from '#domain/messages/panel-submission'
import { lazyDialog, lazyPage } from '../../lazy/lazy.tsx'
import { useHolder } from '../../providers/use-can-perform.ts'
import { ExportButton } from '../../resources/export-button.tsx'

import { NEWEST_FIRST, RecordList } from '../../table/record-list.tsx'
import type { Found } from './number-search-dialog.tsx'
import { submissionColumns } from './submission-columns.tsx'
import { SubmissionFigures } from './submission-figures.tsx'
import { SubmissionFilters } from './submission-filters.tsx'
import { awaitsPdf, type Submission } from '../submission.ts'
import { ViewToggle } from './view-toggle.tsx'

const FoundSubmissions = lazyPage(() =>
  import('./number-search-dialog.tsx').then((module) => module.FoundSubmissions),
)
const DocumentsDialog = lazyDialog(() =>
  import('../documents/document-browser.tsx').then((module) => module.DocumentsDialog),
)
const FormDataDialog = lazyDialog(() =>
  import('./form-data-dialog.tsx').then((module) => module.FormDataDialog),
)
const NumberSearchDialog = lazyDialog(() =>
  import('./number-search-dialog.tsx').then((module) => module.NumberSearchDialog),
)

type Open = { dialog: 'data' | 'documents'; row: Submission } | { dialog: 'number' }

/** Hidden until the user chooses them, as there is too little room. */
const HIDDEN_IF_WIDE = [
  'monthlySales', 'trueRevenue', 'averageDailyBalance', 'nsfCount', 'positionCount', 'state', 'link',
] // prettier-ignore
const HIDDEN = [...HIDDEN_IF_WIDE, 'owner', 'statusAt']
/** Staff see only one company. */
const HIDDEN_FROM_STAFF = [...HIDDEN, 'company']
const WIDE = '(min-width: 1600px)'

const { list: words, numberSearch } = submissionMessages

/** The list's search would put the number into an address. */
const rejectNumber = (text: string) => (looksLikeNumber(text) ? numberSearch.hint : undefined)

export const SubmissionList = () => {
  const [open, setOpen] = useState<Open | null>(null)
  const { isAdmin } = useHolder()
  const isWide = useMediaQuery(WIDE, { noSsr: true })
  const [found, setFound] = useState<Found | null>(null)
  const columns = submissionColumns({
    view: (row) => setOpen({ dialog: 'data', row }),
    documents: (row) => setOpen({ dialog: 'documents', row }),
  })
  const close = () => setOpen(null)
  const askForNumber = () => setOpen({ dialog: 'number' })
  const show = (next: Found) => {
    setFound(next)
    close()
  }
  return (
    <>
      {found === null ? (
        <RecordList<Submission>
          page="forms"
          sort={NEWEST_FIRST}
          hidden={isWide ? HIDDEN_IF_WIDE : isAdmin ? HIDDEN : HIDDEN_FROM_STAFF}
          filters={<SubmissionFilters />}
          above={<SubmissionFigures />}
          besideTitle={<ViewToggle view="list" />}
          actions={
            <>
              <Button variant="outlined" startIcon={<SearchIcon />} onClick={askForNumber}>
                {numberSearch.open}
              </Button>
              <ExportButton path="/form/export" fileName="submissions.csv" note={words.exportNote} />
            </>
          }
          words={{ empty: words.empty }}
          empty={
            <Button variant="outlined" component={Link} to="/admin/links">
              {words.openLinks}
            </Button>
          }
          isUnsettled={awaitsPdf}
          rejectSearch={rejectNumber}
        >
          {columns}
        </RecordList>
      ) : (
        <FoundSubmissions
          found={found}
          columns={columns}
          onSearchAgain={askForNumber}
          onBack={() => setFound(null)}
        />
      )}
      {open?.dialog === 'data' && <FormDataDialog submission={open.row} onClose={close} />}
      {open?.dialog === 'documents' && <DocumentsDialog submission={open.row} onClose={close} />}
      {open?.dialog === 'number' && <NumberSearchDialog onFound={show} onClose={close} />}
    </>
  )
}
