import { useQuery } from '@tanstack/react-query'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useLostSession } from '../../providers/use-lost-session.ts'
import { mergeDocuments, type Submission, type SubmissionDocument } from './submission.ts'

/** `ofCompany`: a file of the company itself */
export type Listed = SubmissionDocument & { ofCompany: boolean }

export type Documents = {
  submission: Pick<Submission, 'id' | 'createdAt' | 'timeZone'>
  /** where all of the submission's files are */
  url: string
  /** null: not known yet */
  documents: Listed[] | null
  failure: string | null
  retry: () => void
}

export const documentsKey = (id: string) => ['documents', id] as const

/** Documents of the submission and of the company, no document twice; `failure` is a sentence. */
export function useDocuments(
  submission: Pick<Submission, 'id' | 'company' | 'createdAt' | 'timeZone'>,
): Documents {
  const { id, company } = submission
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: documentsKey(id),
    queryFn: async () => {
      const [own, companys] = await Promise.all([
        call(trpc.documents.forSubmission.query({ submissionId: id })),
        call(trpc.documents.forCompany.query({ companyId: company.id })),
      ])
      return mergeDocuments<Listed>(
        own.data.map((document) => ({ ...document, ofCompany: false })),
        companys.data.map((document) => ({ ...document, ofCompany: true })),
      )
    },
    retry: false,
    gcTime: 0,
  })
  useLostSession(error)
  return {
    submission,
    url: `/api/documents/form-submission/${encodeURIComponent(id)}`,
    documents: data ?? null,
    failure: error && !isFetching ? error.message : null,
    retry: () => void refetch(),
  }
}
