import {
  Box,
  FormControl,
  FormControlLabel,
  FormHelperText,
  MenuItem,
  Skeleton,
  Switch,
  TextField,
} from '@mui/material'
import { useState } from 'react'
import { useGetList, useRefresh, type RaRecord } from 'react-admin'
import { linkMessages } from '#domain/messages/panel-link'
import { AlertDialog } from '../../dialogs/dialogs.tsx'
import { lazyPart } from '../../lazy/lazy.tsx'
import { type Outputs, call, trpc } from '../../providers/trpc-client.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { useTask } from '../../providers/use-task.ts'
import { CopyField } from '../../inputs/copy-field.tsx'
import { BY_NAME } from '../../inputs/name-input.tsx'

export type Link = Outputs['generatedLink']['list']['data'][number]

const words = linkMessages.embed

const QrCode = lazyPart(
  () => import('./qr-code.tsx').then((module) => module.QrCode),
  <Skeleton variant="rounded" height={160} />,
)

export const EmbedCodes = ({ link }: { link: Link }) => {
  const [copied, setCopied] = useState(false)
  return (
    <Box sx={{ display: 'grid', gap: 3, pt: 2 }}>
      <CopyField label={words.link} help={words.linkHelp} value={link.url} onCopied={() => setCopied(true)} />
      <CopyField label={words.script} help={words.scriptHelp} value={scriptSnippet(link)} isLong />
      <CopyField label={words.iframe} help={words.iframeHelp} value={iframeSnippet(link)} isLong />
      <QrCode link={link} />
      {copied && <AlertDialog title={words.copiedTitle} text={link.url} onClose={() => setCopied(false)} />}
    </Box>
  )
}

function scriptSnippet({ url, slug }: Link): string {
  const site = url.slice(0, -`/form/${slug}`.length)
  return `<div data-intake-form="${slug}"></div>\n<script src="${site}/embed.js" async></script>`
}

/** The height is fixed, as our script is not loaded. */
const iframeSnippet = ({ iframeUrl }: Link): string =>
  `<iframe src="${iframeUrl}" title="${linkMessages.embed.frameTitle}" width="100%" height="900"></iframe>`

/** Members of this team take turns in owning the link's submissions. */
export const LinkTeam = ({ link: { id, company, team: before } }: { link: Link }) => {
  const canChange = useCanPerform('link.delete')
  const [team, setTeam] = useState(before)
  const { busy, run } = useTask(linkMessages.teamFailed)
  const refresh = useRefresh()
  const { data: teams = [] } = useGetList<RaRecord<string> & { name: string }>(
    'team-names',
    { filter: { companyId: company.id }, sort: BY_NAME, pagination: { page: 1, perPage: 100 } },
    { enabled: canChange, onError: () => undefined },
  )
  const offered = team && !teams.some(({ id: other }) => other === team.id) ? [team, ...teams] : teams
  if (!canChange || offered.length === 0) return null
  const choose = (teamId: string | null) =>
    run(async () => {
      setTeam((await call(trpc.generatedLink.update.mutate({ id, teamId }))).data.team)
      refresh()
    })
  return (
    <TextField
      select
      label={linkMessages.team}
      helperText={linkMessages.teamHelp}
      value={team?.id ?? ''}
      onChange={(event) => choose(event.target.value || null)}
      aria-busy={busy}
      fullWidth
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ mt: 2, mb: 4 }}
    >
      <MenuItem value="">{linkMessages.noTeam}</MenuItem>
      {offered.map(({ id: value, name }) => (
        <MenuItem key={value} value={value}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}

export const LinkSharedDevice = ({ link: { id, sharedDevice: before } }: { link: Link }) => {
  const canChange = useCanPerform('link.delete')
  const [isOn, setIsOn] = useState(before)
  const { busy, run } = useTask(linkMessages.sharedDeviceFailed)
  const refresh = useRefresh()
  if (!canChange) return null
  const change = (sharedDevice: boolean) =>
    run(async () => {
      setIsOn((await call(trpc.generatedLink.update.mutate({ id, sharedDevice }))).data.sharedDevice)
      refresh()
    })
  return (
    <FormControl aria-busy={busy} sx={{ mb: 4 }}>
      <FormControlLabel
        control={
          <Switch
            checked={isOn}
            onChange={(_event, on) => change(on)}
            slotProps={{ input: { 'aria-describedby': 'shared-device-help' } }}
          />
        }
        label={linkMessages.sharedDevice}
      />
      <FormHelperText id="shared-device-help">{linkMessages.sharedDeviceHelp}</FormHelperText>
    </FormControl>
  )
}
