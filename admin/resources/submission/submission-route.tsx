import { Route } from 'react-router'
import { SubmissionPage } from './submission-page.tsx'

/** The page of one submission, beside the list. */
export const submissionRoute = <Route path=":id" element={<SubmissionPage />} />
