import { Fragment, type ReactNode } from 'react'

type SectionCardProps = {
  id: string
  title: string
  count: string
  children: ReactNode
}

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

/** Browsers don't break lines at slashes, and 'partners/proprietors/guarantor' is wider than a small phone. */
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
