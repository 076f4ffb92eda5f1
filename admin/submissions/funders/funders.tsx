import { Box, Button, Skeleton, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { canOpenPage, PAGES } from '#domain/pages'
import { packageMessages as words } from '#domain/messages/panel-package'
import { Failed } from '../../layout/page-parts.tsx'
import { useInView } from '../../preview/near.tsx'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useCanPerform, useHolder } from '../../providers/use-can-perform.ts'
import { useLoad } from '../../providers/use-task.ts'
import type { Listed, OpenedSubmission } from '../submission.ts'
import { useTimelineChanged } from '../use-submission.ts'
import { FitTable } from './fit-table.tsx'
import { PackageList } from './package-list.tsx'
import { SendDialog } from './send-dialog.tsx'
import { packagesKey } from './use-packages.ts'

type Props = { submission: OpenedSubmission; documents: readonly Listed[] }

/** Loads once it is seen, as the server records each comparison. */
export const Funders = (props: Props) => {
  const [isSeen, setSeen] = useState(false)
  const change = useCallback((entry: IntersectionObserverEntry) => {
    if (entry.isIntersecting) setSeen(true)
  }, [])
  return (
    <Box ref={useInView(change)} sx={{ minHeight: 96 }}>
      {isSeen && <SeenFunders {...props} />}
    </Box>
  )
}

const SeenFunders = ({ submission, documents }: Props) => {
  const { id, timeZone } = submission
  const canCompare = useCanPerform('funder.fit')
  const canSend = useCanPerform('package.send')
  const [isSending, setSending] = useState(false)
  const queries = useQueryClient()
  const changed = useTimelineChanged()
  const { data, failure, retry } = useLoad({
    queryKey: ['funders', id],
    queryFn: async () => (await call(trpc.form.funders.query({ id }))).data,
    enabled: canCompare,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const sent = () => {
    setSending(false)
    changed()
    void queries.invalidateQueries({ queryKey: packagesKey(id) })
  }
  return (
    <>
      {canCompare &&
        (failure !== null ? (
          <Box sx={{ mb: 4 }}>
            <Failed text={words.failed} detail={failure} onRetry={retry} />
          </Box>
        ) : data === null ? (
          <Box aria-busy>
            <Skeleton height={56} />
            <Skeleton height={56} />
          </Box>
        ) : data.length === 0 ? (
          <NoFunders />
        ) : (
          <FitTable rows={data} />
        ))}
      {canSend && data !== null && data.length > 0 && (
        <Button className="not-printed" variant="outlined" sx={{ my: 4 }} onClick={() => setSending(true)}>
          {words.send}
        </Button>
      )}
      <PackageList id={id} timeZone={timeZone} canSend={canSend} />
      {isSending && data !== null && (
        <SendDialog
          id={id}
          rows={data}
          documents={documents}
          onSent={sent}
          onClose={() => setSending(false)}
        />
      )}
    </>
  )
}

const NoFunders = () => {
  const page = PAGES.find(({ key }) => key === 'funders')
  const holder = useHolder()
  return (
    <Box sx={{ mb: 4 }}>
      <Typography color="text.secondary">{words.noFunders}</Typography>
      {page && canOpenPage(holder, page) && (
        <Button component={Link} to={page.path} variant="outlined" sx={{ mt: 3 }}>
          {words.toFunders}
        </Button>
      )}
    </Box>
  )
}
