import { useQuery } from '@tanstack/react-query'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useLostSession } from '../../providers/use-lost-session.ts'
import { mergeDocuments, type Submission, type SubmissionDocument } from './submission.ts'

export type Documents = {
  /** null: not known yet */
  documents: SubmissionDocument[] | null
  failure: string | null
  retry: () => void
}

/** Documents of the submission and of the company, no document twice; `failure` is a sentence. */
export function useDocuments({ id, company }: Pick<Submission, 'id' | 'company'>): Documents {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['documents', id],
    queryFn: async () => {
      const [own, companys] = await Promise.all([
        call(trpc.documents.forSubmission.query({ submissionId: id })),
        call(trpc.documents.forCompany.query({ companyId: company.id })),
      ])
      return mergeDocuments(own.data, companys.data)
    },
    retry: false,
    gcTime: 0,
  })
  useLostSession(error)
  return {
    documents: data ?? null,
    failure: error && !isFetching ? error.message : null,
    retry: () => void refetch(),
  }
}
