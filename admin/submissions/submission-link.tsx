import { Link } from '@mui/material'
import { Link as RouterLink, useLocation } from 'react-router'
import { isRecord } from '#domain/json'
import { submissionMessages } from '#domain/messages/panel-submission'
import { readApplicant, submissionPath, type Submission } from './submission.ts'

const LIST = '/admin/forms'

/** Lets the page find the way back and its neighbours. */
export function useCameFrom(id: string): { list: string; opened: string } {
  const { search } = useLocation()
  return { list: search, opened: id }
}

/** The list as the user left it, or from its beginning. */
export function useWayBack(): string {
  const state: unknown = useLocation().state
  return isRecord(state) && typeof state.list === 'string' ? `${LIST}${state.list}` : LIST
}

export const SubmissionLink = ({ submission, text }: { submission: Submission; text: string }) => {
  const cameFrom = useCameFrom(submission.id)
  const company = submission.company.nameOut || submissionMessages.list.nameless
  const applicant = readApplicant(submission)
  return (
    <Link
      component={RouterLink}
      to={submissionPath(submission.id)}
      state={cameFrom}
      underline="hover"
      title={text}
      dir="auto"
      className="cut-off"
      aria-label={text === applicant ? undefined : submissionMessages.page.openOf(company, applicant)}
      sx={{ fontWeight: 600 }}
    >
      {text}
    </Link>
  )
}
