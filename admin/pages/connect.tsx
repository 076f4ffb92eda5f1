import { Alert, Box, Skeleton } from '@mui/material'
import { CheckboxGroupInput, required } from 'react-admin'
import { useParams } from 'react-router'
import { apiKeyMessages, KEY_CHOICES } from '#domain/messages/panel-api-key'
import { connectMessages as words } from '#domain/messages/panel-connect'
import { reachesAllCompanies } from '#domain/permissions'
import { FormDialog } from '../dialogs/form-dialog.tsx'
import { NameInput } from '../inputs/name-input.tsx'
import { Fact, Failed, PageHeader } from '../layout/page-parts.tsx'
import { call, trpc, type Outputs } from '../providers/trpc-client.ts'
import { useHolder } from '../providers/use-can-perform.ts'
import { useLoad, useTask } from '../providers/use-task.ts'

/** Asks the user whether an app may act for them (OAuth), and leads back to the app. */
export const ConnectPage = () => {
  const { id = '' } = useParams()
  const { data, failure } = useLoad({
    queryKey: ['connection', id],
    queryFn: async () => (await call(trpc.connection.find.query({ id }))).data,
    gcTime: 0,
  })
  if (data !== null) return <Consent id={id} app={data} />
  return (
    <>
      <PageHeader title={words.title} />
      {failure === null ? <Skeleton height={240} /> : <Failed text={words.unavailable} detail={failure} />}
    </>
  )
}

type Props = { id: string; app: Outputs['connection']['find']['data'] }

const Consent = ({ id, app }: Props) => {
  const holder = useHolder()
  const { run } = useTask(words.failed)
  const leave = ({ data }: Outputs['connection']['allow']) => window.location.assign(data.path)
  const held: readonly string[] = app.permissions
  const choices = KEY_CHOICES.filter(({ id }) => held.includes(id))
  // Many apps ask for everything there is, so the user chooses.
  const permissions = choices
    .map(({ id }) => id)
    .filter((each) => !app.asksForAll || each.startsWith('page:'))
  return (
    <FormDialog
      isPage
      title={words.connect(app.name)}
      submitLabel={words.allow}
      failure={words.failed}
      defaultValues={{ permissions, companyId: null }}
      isWaiting={choices.length === 0}
      send={async (values) => {
        const { permissions, companyId } = values
        leave(await call(trpc.connection.allow.mutate({ id, permissions, companyId })))
        return undefined
      }}
      onClose={() => run(async () => leave(await call(trpc.connection.refuse.mutate({ id }))))}
    >
      <Alert severity="warning">{words.notVerified}</Alert>
      <Box component="dl" sx={{ display: 'grid', gap: 2, m: 0 }}>
        <Fact label={words.host}>{app.host}</Fact>
        <Fact label={words.resource}>{words.resources[app.resource]}</Fact>
      </Box>
      {choices.length === 0 ? (
        <Alert severity="info">{words.nothing}</Alert>
      ) : (
        <CheckboxGroupInput
          source="permissions"
          label={words.permissions}
          helperText={words.help}
          choices={choices}
          validate={required(apiKeyMessages.permissionsNeeded)}
          row={false}
        />
      )}
      {reachesAllCompanies(holder) && (
        <NameInput source="companyId" reference="company-names" words={words.company} />
      )}
    </FormDialog>
  )
}
