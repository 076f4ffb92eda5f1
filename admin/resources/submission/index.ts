import type { ResourceProps } from 'react-admin'
import type { PageKey } from '#domain/pages'
import { SubmissionList } from './submission-list.tsx'
import { submissionRoute } from './submission-route.tsx'

const name: PageKey = 'forms'

/** Submitted Forms, and under it the page of each. */
export const submissions: ResourceProps = { name, list: SubmissionList, children: submissionRoute }
