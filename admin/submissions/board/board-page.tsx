import { DragDropContext, type DropResult, type ResponderProvided } from '@hello-pangea/dnd'
import { useQueryClient } from '@tanstack/react-query'
import { Box, Skeleton, Typography } from '@mui/material'
import { useEffect, useRef } from 'react'
import { deskMessages } from '#domain/messages/panel-desk'
import { submissionMessages } from '#domain/messages/panel-submission'
import { PageHeader, ListFailed } from '../../layout/page-parts.tsx'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useLoad } from '../../providers/use-task.ts'
import { styleCache } from '../../theme/style-cache.ts'
import { BoardColumn, toCardName, type Card, type Column } from './board-column.tsx'
import { useMove } from '../status-control.tsx'
import { ViewToggle } from '../list/view-toggle.tsx'

const words = deskMessages.board

/** Under the key of the lists, so that a change refreshes both. */
const BOARD = ['forms', 'board'] as const

export const BoardPage = () => {
  const { data, failure, retry } = useLoad({
    queryKey: BOARD,
    queryFn: async () => (await call(trpc.form.board.query())).data,
  })
  return (
    <>
      <PageHeader title={words.title}>
        <ViewToggle view="board" />
      </PageHeader>
      {data !== null ? (
        <Board columns={data} />
      ) : failure !== null ? (
        <ListFailed text={words.failed} reason={failure} onRetry={retry} />
      ) : (
        <Skeleton role="status" aria-label={words.loading} variant="rounded" height={480} />
      )}
    </>
  )
}

const Board = ({ columns }: { columns: Column[] }) => {
  const queries = useQueryClient()
  const { busy, drop, question } = useMove()
  const nameOf = (id: string) => toCardName(findCard(columns, id))
  const columnOf = (key: string) => columns.find((column) => column.key === key)
  const dropped = useRef('')

  // The library restores the focus before the card is rendered in its new column.
  useEffect(() => {
    if (document.activeElement === document.body) focusCard(dropped.current)
    dropped.current = ''
  }, [columns])

  const end = ({ draggableId: id, source, destination }: DropResult, { announce }: ResponderProvided) => {
    const [to, card] = [columnOf(destination?.droppableId ?? ''), findCard(columns, id)]
    if (!to || !card || to.key === source.droppableId || busy) return announce(words.cancelled(nameOf(id)))
    announce(words.dropped(nameOf(id), to.name))
    dropped.current = id
    queries.setQueryData<Column[]>(BOARD, (shown) => shown && moveCard(shown, id, to.key))
    drop(card, to)
  }
  return (
    <DragDropContext
      nonce={styleCache.nonce}
      onDragStart={({ draggableId: id, source }, { announce }) =>
        announce(words.lifted(nameOf(id), columnOf(source.droppableId)?.name ?? ''))
      }
      onDragUpdate={({ draggableId: id, destination }, { announce }) => {
        const over = columnOf(destination?.droppableId ?? '')
        announce(over ? words.over(nameOf(id), over.name) : words.outside(nameOf(id)))
      }}
      onDragEnd={end}
    >
      {columns.every(({ total }) => total === 0) && (
        <Typography sx={{ mb: 4 }}>{submissionMessages.list.empty}</Typography>
      )}
      <Box role="region" aria-label={words.columns} tabIndex={0} sx={stripStyle}>
        {columns.map((column) => (
          <BoardColumn key={column.key} column={column} />
        ))}
      </Box>
      {question}
    </DragDropContext>
  )
}

const focusCard = (id: string) =>
  document.querySelector<HTMLElement>(`[data-rfd-drag-handle-draggable-id="${id}"]`)?.focus()

const stripStyle = {
  display: 'flex',
  alignItems: 'stretch',
  gap: 3,
  overflowX: 'auto',
  pb: 3,
  minHeight: 320,
}

const findCard = (columns: readonly Column[], id: string): Card | undefined =>
  columns.flatMap(({ cards }) => cards).find((card) => card.id === id)

/** Shows the move before the server has answered. */
function moveCard(columns: readonly Column[], id: string, to: string): Column[] {
  const card = findCard(columns, id)
  return columns.map((column) => {
    const others = column.cards.filter((each) => each.id !== id)
    const wasHere = others.length < column.cards.length
    const isHere = column.key === to && card !== undefined
    return {
      ...column,
      cards: isHere ? [card, ...others] : others,
      total: column.total - Number(wasHere) + Number(isHere),
    }
  })
}
