import { Box, Chip, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { offerMessages as words } from '#domain/messages/panel-offer'
import { monthlyPayment } from '#domain/offer-terms'
import { dayInUtc, money } from '../../format.ts'
import { Fact } from '../../layout/page-parts.tsx'
import type { Offer } from './use-offers.ts'

const { facts } = words

type Mark = keyof typeof words.best

/** What each offer is best by; with one alone there is nothing to compare. */
export function findBest(offers: readonly Offer[]): (offer: Offer) => Mark[] {
  const values: Record<Mark, (offer: Offer) => number> = {
    cost: ({ cost }) => cost,
    payment: monthlyPayment,
    net: ({ net }) => -net,
  }
  const marks: Mark[] = ['cost', 'payment', 'net']
  return (offer) =>
    offers.length < 2
      ? []
      : marks.filter((mark) => offers.every((other) => values[mark](offer) <= values[mark](other)))
}

type Props = { offer: Offer; best: readonly Mark[]; today: string; children: ReactNode }

export const OfferCard = ({ offer, best, today, children }: Props) => {
  const { funder, commission, shareOfRevenue, expiresAt, conditions } = offer
  const isExpired = expiresAt !== null && expiresAt < today
  const rows = [
    [facts.amount, money(offer.amount)],
    [facts.fees, money(offer.fees)],
    [facts.net, money(offer.net)],
    [facts.payback, words.factor(money(offer.payback), offer.factor)],
    [facts.payment, words.payments(money(offer.payment), offer.paymentCount, offer.frequency)],
    [facts.cost, money(offer.cost)],
    [facts.apr, words.percent(offer.apr)],
    [facts.share, shareOfRevenue === null ? words.unknown : words.percent(shareOfRevenue * 100)],
    [facts.commission, commission === null ? words.unknown : money(commission)],
    [facts.starts, dayInUtc(offer.startsAt)],
    ...(expiresAt === null ? [] : [[facts.expires, dayInUtc(expiresAt)] as const]),
  ] as const
  return (
    <Box component="article" aria-label={funder.name} sx={cardStyle}>
      <Typography component="h3" variant="h3" dir="auto">
        {funder.name}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {offer.enteredBy === '' ? words.byFunder : words.entered(offer.enteredBy)}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignContent: 'start', gap: 1, my: 2 }}>
        {offer.chosenAt !== null && <Chip size="small" color="success" label={words.chosen} />}
        {offer.wantedAt !== null && (
          <Chip size="small" color="primary" variant="outlined" label={words.wanted} />
        )}
        {offer.shown && <Chip size="small" variant="outlined" label={words.shown} />}
        {isExpired && <Chip size="small" color="warning" label={words.expired} />}
        {best.map((mark) => (
          <Chip key={mark} size="small" color="success" variant="outlined" label={words.best[mark]} />
        ))}
      </Box>
      <Box component="dl" sx={factsStyle}>
        {rows.map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
      </Box>
      <Typography variant="body2" sx={{ whiteSpace: 'pre-line', '&:not(:empty)': { mt: 2 } }}>
        {conditions && `${facts.conditions}: ${conditions}`}
      </Typography>
      <Box className="not-printed" sx={buttonsStyle}>
        {children}
      </Box>
    </Box>
  )
}

const cardStyle = {
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  p: 3,
  // Rows stand beside those of other offers.
  display: 'grid',
  gridRow: 'span 6',
  gridTemplateRows: 'subgrid',
  rowGap: 0,
  minWidth: 0,
  overflowWrap: 'anywhere',
}

const buttonsStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignContent: 'start',
  gap: 1,
  mt: 2,
  ml: -1,
  '& > .MuiButton-text': { minWidth: 0 },
}

const factsStyle = {
  display: 'grid',
  alignContent: 'start',
  gridTemplateColumns: 'repeat(auto-fill, minmax(120px, 1fr))',
  gap: 2,
  m: 0,
  fontVariantNumeric: 'tabular-nums',
}
