import { Draggable, Droppable } from '@hello-pangea/dnd'
import { Box, Button, Link, Typography } from '@mui/material'
import { useId } from 'react'
import { Link as RouterLink } from 'react-router'
import { deskMessages } from '#domain/messages/panel-desk'
import { submissionMessages } from '#domain/messages/panel-submission'
import { reachesAllCompanies } from '#domain/permissions'
import { dollars } from '../../format.ts'
import { useHolder } from '../../providers/use-can-perform.ts'
import type { Outputs } from '../../providers/trpc-client.ts'
import { StatusControl, useCanMove } from '../status-control.tsx'
import { submissionPath, toAge } from '../submission.ts'

export type Column = Outputs['form']['board']['data'][number]
export type Card = Column['cards'][number]

export const toCardName = (card: Pick<Card, 'legalName' | 'dbaName'> | undefined): string =>
  card?.legalName.trim() || card?.dbaName.trim() || deskMessages.board.nameless

const words = deskMessages.board

export const BoardColumn = ({ column: { key, name, status, total, cards } }: { column: Column }) => {
  const id = useId()
  // Users who may move cards out of a status may also move them into it.
  const canMove = useCanMove(status)
  const isAll = reachesAllCompanies(useHolder())
  const filter = encodeURIComponent(JSON.stringify(isAll ? { status: [key] } : { statusKey: key }))
  return (
    <Box component="section" aria-labelledby={id} sx={columnStyle}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, px: 1, mb: 2 }}>
        <Typography id={id} component="h2" variant="h3" noWrap title={name}>
          {name}
        </Typography>
        <Typography component="span" variant="body2" color="text.secondary" aria-label={words.count(total)}>
          {total.toLocaleString('en-US')}
        </Typography>
      </Box>
      <Droppable droppableId={key} isDropDisabled={!canMove}>
        {({ innerRef, droppableProps, placeholder }, { isDraggingOver }) => (
          <Box ref={innerRef} {...droppableProps} sx={isDraggingOver ? overStyle : listStyle}>
            {cards.map((card, index) => (
              <Draggable key={card.id} draggableId={card.id} index={index} isDragDisabled={!canMove}>
                {({ innerRef: cardRef, draggableProps, dragHandleProps }, { isDropAnimating }) => (
                  <Box
                    ref={cardRef}
                    {...draggableProps}
                    {...dragHandleProps}
                    // A button must not contain other controls.
                    role="group"
                    aria-label={toCardName(card)}
                    style={{
                      ...draggableProps.style,
                      ...(isDropAnimating && { transitionDuration: '0.12s' }),
                    }}
                    sx={cardStyle}
                  >
                    <CardContent card={card} />
                  </Box>
                )}
              </Draggable>
            ))}
            {placeholder}
          </Box>
        )}
      </Droppable>
      {total > cards.length && (
        <Button component={RouterLink} to={`/admin/forms?filter=${filter}`} sx={{ minHeight: 44 }}>
          {words.all(total.toLocaleString('en-US'))}
        </Button>
      )}
    </Box>
  )
}

const CardContent = ({ card }: { card: Card }) => {
  const { id, amountRequested, lacksSignature, state, owner, createdAt } = card
  const facts = [
    lacksSignature ? submissionMessages.origin.notSigned : '',
    amountRequested === null ? '' : dollars(amountRequested),
    state,
    toAge(createdAt),
  ]
  return (
    <>
      <Link
        component={RouterLink}
        to={submissionPath(id)}
        underline="hover"
        dir="auto"
        className="cut-off"
        sx={{ display: 'block', fontWeight: 600 }}
      >
        {toCardName(card)}
      </Link>
      <Typography variant="body2" color="text.secondary" noWrap>
        {facts.filter(Boolean).join(' · ')}
      </Typography>
      <Typography variant="body2" color="text.secondary" noWrap sx={{ mb: 2 }}>
        {owner?.name || deskMessages.owner.nobody}
      </Typography>
      <StatusControl submission={card} />
    </>
  )
}

const columnStyle = { flex: '0 0 min(264px, 82vw)', display: 'flex', flexDirection: 'column', minWidth: 0 }
const listStyle = { flex: 1, minHeight: 120, p: 2, borderRadius: 1, backgroundColor: 'action.hover' }
const overStyle = { ...listStyle, backgroundColor: 'action.selected' }
const cardStyle = {
  p: 3,
  mb: 2,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  backgroundColor: 'background.paper',
  overflow: 'hidden',
  '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: 2 },
}
