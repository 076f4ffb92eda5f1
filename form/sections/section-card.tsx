import { Fragment, type ReactNode } from 'react'

type SectionCardProps = {
  id: string
  title: string
  /** '3 of 8 done' */
  count: string
  children: ReactNode
}

/** One section of the form: a card with its heading and how far it is. */
export function SectionCard({ id, title, count, children }: SectionCardProps) {
  return (
    <section className="card" id={`section-${id}`} aria-labelledby={`heading-${id}`} data-section={title}>
      <header className="card-header">
        <h2 id={`heading-${id}`}>{breakable(title)}</h2>
        <p className="count">{count}</p>
      </header>
      {children}
    </section>
  )
}

/** 'partners/proprietors/guarantor' is wider than a small phone, and browsers do not break a line at a slash. */
const breakable = (title: string): ReactNode =>
  title.split(/(\/)/).map((part, index) =>
    part === '/' ? (
      <Fragment key={index}>
        /<wbr />
      </Fragment>
    ) : (
      part
    ),
  )
