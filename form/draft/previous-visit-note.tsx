import { useApplicationState } from '../application/application-context.tsx'
import type { PreviousVisit } from '../application/application-state.ts'
import { draftDays } from '../application/page-data.ts'
import { useWords } from '../language/language-context.tsx'
import { today } from '../today.ts'

/**
 * Tells those who come back why the form is empty: what they began has been deleted, or is in already. The region is
 * there before the news, which may come later, so that it is heard.
 */
export function PreviousVisitNote() {
  const news = useApplicationState((state) => state.news)
  return <div role="status">{news && <PreviousVisitText news={news} />}</div>
}

function PreviousVisitText({ news }: { news: PreviousVisit }) {
  const { draft, received } = useWords()
  if (news.is === 'ended') {
    return (
      <div className="welcome-back">
        <p>{draft.ended(draftDays())}</p>
      </div>
    )
  }
  return (
    <div className="welcome-back good">
      <p>
        {received.on(today(new Date(news.at)))} {received.another}
      </p>
    </div>
  )
}
