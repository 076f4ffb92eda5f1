import { Route } from 'react-router'
import { SubmissionPage } from './submission-page.tsx'

export const submissionRoute = <Route path=":id" element={<SubmissionPage />} />
