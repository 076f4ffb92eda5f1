import { deskMessages } from '#domain/messages/panel-desk'
import type { Outputs } from '../../providers/outputs.ts'

export type Column = Outputs['form']['board']['data'][number]
export type Card = Column['cards'][number]

export const findCard = (columns: readonly Column[], id: string): Card | undefined =>
  columns.flatMap(({ cards }) => cards).find((card) => card.id === id)

export const toCardName = (card: Pick<Card, 'legalName' | 'dbaName'> | undefined): string =>
  card?.legalName.trim() || card?.dbaName.trim() || deskMessages.board.nameless

/** Moves a card to the top of another column until the server has answered. */
export function moveCard(columns: readonly Column[], id: string, to: string): Column[] {
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
