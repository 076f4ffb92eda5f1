import { Box, Button, Skeleton, Typography } from '@mui/material'
import { useState } from 'react'
import { offerMessages as words } from '#domain/messages/panel-offer'
import { dayInZone } from '#domain/time-zone'
import { ConfirmDialog } from '../../dialogs/dialogs.tsx'
import { Failed } from '../../layout/page-parts.tsx'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import type { OpenedSubmission } from '../submission.ts'
import { Deal } from './deal.tsx'
import { FundDialog } from './fund-dialog.tsx'
import { findBest, OfferCard } from './offer-card.tsx'
import { OfferDialog } from './offer-dialog.tsx'
import { useOffers, type Offer } from './use-offers.ts'

type Shown = { is: 'form'; offer: Offer | null } | { is: 'choice'; offer: Offer } | { is: 'funding' } | null

/** Side by side; what each is best by is marked. */
export const Offers = ({ submission }: { submission: OpenedSubmission }) => {
  const { id, status, timeZone, funding } = submission
  const { data, failure, retry, busy, run, refresh } = useOffers(id)
  const [canUpdate, canChoose] = [useCanPerform('offer.update'), useCanPerform('offer.choose')]
  const [shown, setShown] = useState<Shown>(null)
  const close = () => setShown(null)
  const today = dayInZone(new Date(), timeZone)
  const done = async () => {
    close()
    await refresh()
  }
  const setVisible = ({ id: offer, updatedAt, shown: isShown }: Offer) =>
    run(async () => {
      await call(trpc.offer.update.mutate({ id: offer, updatedAt, shown: !isShown }))
      await refresh()
    })
  const choose = (offer: Offer) =>
    run(async () => {
      await call(trpc.offer.choose.mutate({ id: offer.id }))
      await done()
    })

  const failed = failure !== null && <Failed text={words.failed} detail={failure} onRetry={retry} />
  // Once the offers are there a failed refresh is shown above them, so that an open dialog keeps what was typed.
  if (data === null) return failed || <Skeleton height={56} aria-busy />
  const bestOf = findBest(data)
  return (
    <>
      {failed}
      {data.length === 0 && <Typography color="text.secondary">{words.none}</Typography>}
      <Box sx={gridStyle}>
        {data.map((offer) => (
          <OfferCard key={offer.id} offer={offer} best={bestOf(offer)} today={today}>
            {canUpdate && (
              <>
                <Button size="small" onClick={() => setShown({ is: 'form', offer })}>
                  {words.edit}
                </Button>
                <Button size="small" aria-disabled={busy} onClick={() => setVisible(offer)}>
                  {offer.shown ? words.hide : words.show}
                </Button>
              </>
            )}
            {canChoose && offer.chosenAt === null && status !== 'funded' && (
              <Button size="small" variant="outlined" onClick={() => setShown({ is: 'choice', offer })}>
                {words.choose}
              </Button>
            )}
          </OfferCard>
        ))}
      </Box>
      <Box className="not-printed" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, my: 3 }}>
        {canUpdate && (
          <Button variant="outlined" onClick={() => setShown({ is: 'form', offer: null })}>
            {words.add}
          </Button>
        )}
        {canChoose && (status === 'approved' || status === 'funded') && (
          <Button
            variant={status === 'approved' ? 'contained' : 'outlined'}
            onClick={() => setShown({ is: 'funding' })}
          >
            {funding ? words.funded.correct : words.funded.title}
          </Button>
        )}
      </Box>
      <Deal submission={submission} />
      {shown?.is === 'form' && (
        <OfferDialog
          submission={submission}
          offer={shown.offer}
          today={today}
          onSaved={done}
          onClose={close}
        />
      )}
      {shown?.is === 'choice' && (
        <ConfirmDialog
          title={words.choose}
          text={words.chooseText(shown.offer.funder.name)}
          confirmLabel={words.choose}
          busy={busy}
          onConfirm={() => choose(shown.offer)}
          onClose={close}
        />
      )}
      {shown?.is === 'funding' && (
        <FundDialog
          submission={submission}
          offers={data}
          today={today}
          onSaved={async (saved) => {
            close()
            await refresh({ funding: saved })
          }}
          onClose={close}
        />
      )}
    </>
  )
}

const gridStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 220px), 1fr))',
  gap: 3,
}
