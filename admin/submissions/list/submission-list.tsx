import SearchIcon from '@mui/icons-material/Search'
import { Button, useMediaQuery } from '@mui/material'
import { useState } from 'react'
import { useStore } from 'react-admin'
import { Link } from 'react-router'
import { looksLikeNumber, nineDigits } from '#domain/catalogue/digits'
import { submissionMessages } from '#domain/messages/panel-submission'
import { lazyDialog, lazyPage } from '../../lazy/lazy.tsx'
import { JOB } from '../../providers/choices-store.ts'
import { useCanPerform, useHolder } from '../../providers/use-can-perform.ts'
import { ExportButton } from '../../resources/export-button.tsx'

import { NEWEST_FIRST, RecordList } from '../../table/record-list.tsx'
import type { Found } from './number-search-dialog.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { BulkProgress } from './bulk-progress.tsx'
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

type Open = { dialog: 'data' | 'documents'; row: Submission } | { dialog: 'number'; number: string }

/** Hidden until the user chooses them, as there is too little room. */
const HIDDEN_AT_LEAST = [
  'monthlySales', 'trueRevenue', 'averageDailyBalance', 'nsfCount', 'positionCount', 'state', 'link',
] // prettier-ignore
const HIDDEN = [...HIDDEN_AT_LEAST, 'owner', 'statusAt']
/** Staff see only one company. */
const HIDDEN_FROM_STAFF = [...HIDDEN, 'company']
const [WIDE, WIDEST] = ['(min-width: 1280px)', '(min-width: 1440px)'] as const

const { list: words, numberSearch } = submissionMessages

export const SubmissionList = () => {
  const [open, setOpen] = useState<Open | null>(null)
  const { isAdmin } = useHolder()
  const [canReveal, canExport] = [useCanPerform('submission.reveal'), useCanPerform('submission.export')]
  const canUpdate = useCanPerform('submission.update')
  const [job, setJob] = useStore(JOB, '')
  /** The list's search would put the number into an address. */
  const rejectNumber = (text: string) =>
    looksLikeNumber(text) ? numberSearch[canReveal ? 'hint' : 'closed'] : undefined
  const isWide = useMediaQuery(WIDE, { noSsr: true })
  const isWidest = useMediaQuery(WIDEST, { noSsr: true })
  const [found, setFound] = useState<Found | null>(null)
  const columns = submissionColumns({
    view: (row) => setOpen({ dialog: 'data', row }),
    documents: (row) => setOpen({ dialog: 'documents', row }),
  })
  const close = () => setOpen(null)
  const askForNumber = (number = '') => setOpen({ dialog: 'number', number })
  const takeNumber = (text: string) => {
    const isWhole = canReveal && looksLikeNumber(text) && nineDigits(text) !== null
    if (isWhole) askForNumber(text.trim())
    return isWhole
  }
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
          hidden={isWidest ? HIDDEN_AT_LEAST : isWide || isAdmin ? HIDDEN : HIDDEN_FROM_STAFF}
          filters={<SubmissionFilters />}
          above={
            <>
              <SubmissionFigures />
              {job !== '' && <BulkProgress key={job} id={job} onClose={() => setJob('')} />}
            </>
          }
          bulkActions={canUpdate || canExport ? <BulkBar onStarted={setJob} /> : undefined}
          besideTitle={<ViewToggle view="list" />}
          actions={
            <>
              {canReveal && (
                <Button variant="outlined" startIcon={<SearchIcon />} onClick={() => askForNumber()}>
                  {numberSearch.open}
                </Button>
              )}
              {canExport && (
                <ExportButton path="/form/export" fileName="submissions.csv" note={words.exportNote} />
              )}
            </>
          }
          words={{ empty: words.empty }}
          empty={
            <Button variant="outlined" component={Link} to="/admin/links">
              {words.openLinks}
            </Button>
          }
          isUnsettled={awaitsPdf}
          search={{ reject: rejectNumber, take: takeNumber }}
        >
          {columns}
        </RecordList>
      ) : (
        <FoundSubmissions
          found={found}
          columns={columns}
          onSearchAgain={() => askForNumber()}
          onBack={() => setFound(null)}
        />
      )}
      {open?.dialog === 'data' && <FormDataDialog submission={open.row} onClose={close} />}
      {open?.dialog === 'documents' && <DocumentsDialog submission={open.row} onClose={close} />}
      {open?.dialog === 'number' && (
        <NumberSearchDialog number={open.number} onFound={show} onClose={close} />
      )}
    </>
  )
}
