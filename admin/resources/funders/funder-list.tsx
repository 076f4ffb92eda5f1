import { Box, Button, Chip } from '@mui/material'
import { useState } from 'react'
import { Link } from 'react-router'
import { funderMessages as words } from '#domain/messages/panel-funder'
import { reportMessages } from '#domain/messages/panel-offer'
import { traceMessages } from '#domain/messages/panel-trace'
import type { Outputs } from '../../providers/trpc-client.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { actionsColumn, column, dateColumn, NAME, nameCell, textColumn } from '../../table/columns.tsx'
import { FilterSwitch } from '../../table/filters.tsx'
import { LAST_EDITED_FIRST, RecordList } from '../../table/record-list.tsx'
import { EditAndDelete, useDeletion } from '../delete-dialog.tsx'
import { useRecordRoutes } from '../resource.tsx'
import { TraceDialog } from './trace-dialog.tsx'

export type Funder = Outputs['funder']['list']['data'][number]

export const FunderList = () => {
  const [isTracing, setTracing] = useState(false)
  const canReport = useCanPerform('funder.report')
  const canTrace = useCanPerform('copy.trace')
  const { edit } = useRecordRoutes('funders')
  const [remove, question] = useDeletion<Funder>('funders', 'funder.delete', ({ name }) => ({
    title: words.deleteTitle,
    text: words.deleteQuestion(name),
    failed: () => words.deleteFailed,
    deleted: (answer) => (answer.deleted === false ? words.retiredInstead : words.deleted),
  }))
  return (
    <>
      <RecordList<Funder>
        page="funders"
        sort={LAST_EDITED_FIRST}
        words={words}
        hasImport
        actions={
          <>
            {canReport && (
              <Button variant="outlined" component={Link} to="/admin/funders/report">
                {reportMessages.open}
              </Button>
            )}
            {canTrace && (
              <Button variant="outlined" onClick={() => setTracing(true)}>
                {traceMessages.title}
              </Button>
            )}
          </>
        }
        filters={<FilterSwitch source="active" label={words.inUse} />}
      >
        {column<Funder>(
          'name',
          (funder) => (
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
              {nameCell(funder.name, edit && (() => edit(funder)))}
              {!funder.active && <Chip size="small" variant="outlined" label={words.retired} />}
            </Box>
          ),
          NAME,
        )}
        {textColumn<Funder>('emails', ({ emails }) => emails.join(', ') || words.none, {
          isSearched: true,
          disableSort: true,
          card: 'subtitle',
        })}
        {textColumn<Funder>('contacts', ({ contacts }) => contacts || words.none, {
          isSearched: true,
          disableSort: true,
          card: 'extra',
        })}
        {textColumn<Funder>('company', ({ company }) => company?.nameOut ?? words.none, {
          isSearched: true,
          width: '15%',
          card: 'extra',
        })}
        {dateColumn('updatedAt', { card: 'aside' })}
        {actionsColumn<Funder>(120, (funder) => (
          <EditAndDelete of={funder} name={funder.name} words={words} edit={edit} remove={remove} />
        ))}
      </RecordList>
      {isTracing && <TraceDialog onClose={() => setTracing(false)} />}
      {question}
    </>
  )
}
