import { Box, Skeleton } from '@mui/material'
import { ShowBase, useDataProvider, useRefresh, useShowContext } from 'react-admin'
import { linkMessages } from '#domain/messages/panel-link'
import { panelMessages } from '#domain/messages/panel'
import { AlertDialog, AppDialog } from '../../dialogs/dialogs.tsx'
import { Failed } from '../../layout/page-parts.tsx'
import { useSession } from '../../layout/route-guard.tsx'
import { useLoad } from '../../providers/use-task.ts'
import { EmbedCodes, type Link } from './embed-codes.tsx'

type Closable = { onClose: () => void }

type Props = Closable & {
  /** null: the user has no company */
  companyId: string | null
  /** default: the caller's own link */
  userEmail?: string
  title: string
}

const words = linkMessages.embed

export const EmbedDialog = ({ companyId, ...props }: Props) =>
  companyId === null ? (
    <AlertDialog title={props.title} text={words.noCompany} onClose={props.onClose} />
  ) : (
    <MadeLink companyId={companyId} {...props} />
  )

export const OwnLinkDialog = ({ onClose }: Closable) => {
  const { user } = useSession()
  const refresh = useRefresh()
  const close = () => {
    onClose()
    refresh()
  }
  return <EmbedDialog companyId={user?.company?.id ?? null} title={words.app} onClose={close} />
}

export const LinkDialog = ({ onClose }: Closable) => (
  <ShowBase queryOptions={QUIET} disableAuthentication>
    <AppDialog title={words.app} onClose={onClose}>
      <ShownLink />
    </AppDialog>
  </ShowBase>
)

/** The dialog shows failures. */
const QUIET = { onError: () => undefined }

const ShownLink = () => {
  const { record, error, refetch } = useShowContext<Link>()
  if (record) return <EmbedCodes link={record} />
  if (!error) return <Loading />
  return <Failed text={panelMessages.failures.record} detail={error.message} onRetry={() => void refetch()} />
}

/** The server creates the user's link to a company's form, or returns the one that exists. */
const MadeLink = ({ companyId, userEmail, title, onClose }: Props & { companyId: string }) => {
  const dataProvider = useDataProvider()
  const { data, failure } = useLoad({
    queryKey: ['link-of', companyId, userEmail],
    queryFn: () => dataProvider.create<Link>('links', { data: { companyId, userEmail } }),
    gcTime: 0,
    staleTime: 'static',
  })
  if (failure !== null) return <AlertDialog title={title} text={words.failed} onClose={onClose} />
  return (
    <AppDialog title={title} onClose={onClose}>
      {data === null ? <Loading /> : <EmbedCodes link={data.data} />}
    </AppDialog>
  )
}

/** As high as the content that follows. */
const Loading = () => (
  <Box role="status" aria-label={words.loading} sx={{ display: 'grid', gap: 3, pt: 2, minHeight: 560 }}>
    {[40, 64, 64, 160].map((height, index) => (
      <Skeleton key={index} variant="rounded" height={height} />
    ))}
  </Box>
)
