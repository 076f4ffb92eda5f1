import { Route } from 'react-router'
import { lazyPage } from '../../lazy/lazy-page.tsx'
import { SubmissionPage } from './submission-page.tsx'

const BoardPage = lazyPage(() => import('./board-page.tsx').then((module) => module.BoardPage))

/** The board and the page of one submission, beside the list. */
export const submissionRoute = (
  <>
    <Route path="board" element={<BoardPage />} />
    <Route path=":id" element={<SubmissionPage />} />
  </>
)
