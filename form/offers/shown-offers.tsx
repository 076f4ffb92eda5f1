import { useState } from 'react'
import { shownOfferWords } from '#domain/messages/shown-offers'
import { applicationApi, type ApplicationState } from '../calls/application-api.ts'
import { useLanguage } from '../language/language-context.tsx'
import { sendFailure } from '../send-failure.ts'

const LOCALES = { en: 'en-US', es: 'es-US', ru: 'ru' }
const MONEY = { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' } as const

type Props = {
  token: string
  offers: ApplicationState['offers']
  company: ApplicationState['company']
  onChanged: () => void
}

/** The applicant says which one they want; the company chooses. */
export function ShownOffers({ token, offers, company, onChanged }: Props) {
  const { pack } = useLanguage()
  const words = shownOfferWords[pack.language]
  const [problem, setProblem] = useState('')
  const [asked, setAsked] = useState('')
  const money = new Intl.NumberFormat(LOCALES[pack.language], MONEY)
  const rate = new Intl.NumberFormat(LOCALES[pack.language], { style: 'percent', maximumFractionDigits: 2 })
  const show = (amount: number) => money.format(amount)
  const want = async (offerId: string) => {
    if (asked !== '') return
    setProblem('')
    setAsked(offerId)
    await applicationApi.wantOffer({ token, offerId }).catch((cause: unknown) => {
      setProblem(sendFailure(cause, pack.form))
    })
    setAsked('')
    onChanged()
  }
  return (
    <section className="card" aria-labelledby="offers-title">
      <h2 id="offers-title">{words.title}</h2>
      <p>{words.intro(company.nameOut)}</p>
      <p className="failure" role="alert">
        {problem}
      </p>
      {offers.map(({ id, expiresAt, wanted, ...offer }, index) => (
        <article key={id} aria-labelledby={`offer-${id}`}>
          <h3 id={`offer-${id}`}>{words.offer(index + 1, show(offer.amount))}</h3>
          <p>
            {offer.fees === 0
              ? words.gets(show(offer.net))
              : words.getsLess(show(offer.net), show(offer.amount), show(offer.fees))}
          </p>
          <p>{words.pays[offer.frequency](show(offer.payback), offer.paymentCount, show(offer.payment))}</p>
          <p>{words.costs(show(offer.cost), rate.format(offer.apr / 100))}</p>
          {expiresAt !== null && <p className="note">{words.until(expiresAt)}</p>}
          <p role="status">{wanted && <strong>{words.wanted}</strong>}</p>
          {!wanted && (
            <button
              type="button"
              className="button"
              aria-describedby={`offer-${id}`}
              aria-disabled={asked !== ''}
              onClick={() => void want(id)}
            >
              {words.want}
            </button>
          )}
        </article>
      ))}
    </section>
  )
}
