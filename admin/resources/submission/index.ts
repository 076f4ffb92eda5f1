import type { ResourceProps } from 'react-admin'
import type { PageKey } from '#domain/pages'
import { SubmissionList } from './submission-list.tsx'

const name: PageKey = 'forms'

/** Submitted Forms. */
export const submissions: ResourceProps = { name, list: SubmissionList }
