import { Route } from 'react-router'
import { lazyPage } from '../../lazy/lazy-page.tsx'

const BoardPage = lazyPage(() => import('./board-page.tsx').then((module) => module.BoardPage))
const SubmissionPage = lazyPage(() => import('./submission-page.tsx').then((module) => module.SubmissionPage))

/** The board and the page of one submission, beside the list. */
export const submissionRoute = (
  <>
    <Route path="board" element={<BoardPage />} />
    <Route path=":id" element={<SubmissionPage />} />
  </>
)
