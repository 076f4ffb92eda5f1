import { Box, Button, Tab, Tabs, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { useNotify, useRedirect } from 'react-admin'
import { useSearchParams } from 'react-router'
import { canPerform } from '#domain/actions'
import { importMessages as words } from '#domain/messages/panel-import'
import { FigureTable } from '../dashboard/figures.tsx'
import { PageHeader } from '../layout/page-parts.tsx'
import { ApiError } from '../providers/request.ts'
import { saveFile } from '../providers/files.ts'
import { call, trpc } from '../providers/trpc-client.ts'
import { useHolder } from '../providers/use-can-perform.ts'
import { useTask } from '../providers/use-task.ts'

const ACTIONS = {
  companies: 'company.create',
  users: 'user.create',
  funders: 'funder.create',
  links: 'link.create',
} as const
const KINDS = ['companies', 'users', 'funders', 'links'] as const

const send = async (kind: keyof typeof ACTIONS, csv: string, dryRun: boolean) => {
  const { data } = await call(trpc.import[kind].mutate({ csv, dryRun }))
  return { ...data, csv, kind }
}

export const ImportPage = () => {
  const holder = useHolder()
  const [query, setQuery] = useSearchParams()
  const [last, setLast] = useState<Awaited<ReturnType<typeof send>> | null>(null)
  const [fault, setFault] = useState('')
  const { busy, run } = useTask(words.failed)
  const notify = useNotify()
  const redirect = useRedirect()
  const open = KINDS.filter((each) => canPerform(holder, ACTIONS[each]))
  const kind = open.find((each) => each === query.get('of')) ?? open[0] ?? 'links'
  const checked = last?.kind === kind ? last : null

  const check = (file?: File) => {
    setLast(null)
    setFault('')
    if (!file) return
    run(async () => {
      try {
        setLast(await send(kind, await file.text(), true))
      } catch (failure) {
        if (!(failure instanceof ApiError && [400, 413].includes(failure.status))) throw failure
        setFault(failure.message)
      }
    })
  }
  const submit = async (csv: string) => {
    const { created } = await send(kind, csv, false)
    notify(words.done(created), { type: 'info' })
    redirect(`/admin/${kind}`)
  }
  const saveTemplate = () => saveFile({ name: `${kind}.csv`, blob: new Blob([words.templates[kind]]) })
  const rows = (checked?.errors ?? []).map(({ line, field, error }, index) => {
    return { key: String(index), name: { text: words.line(line, field) }, detail: error, figures: [] }
  })
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        maxWidth: 720,
        justifyItems: 'start',
        gridTemplateColumns: 'minmax(0, 1fr)',
      }}
    >
      <PageHeader title={words.title} />
      <Tabs
        variant="scrollable"
        sx={{ maxWidth: '100%' }}
        value={kind}
        onChange={(_event, of: string) => {
          setFault('')
          setQuery({ of })
        }}
        aria-label={words.title}
      >
        {open.map((each) => (
          <Tab key={each} value={each} label={words.kinds[each]} />
        ))}
      </Tabs>
      <Typography>{words.help}</Typography>
      <Button variant="outlined" onClick={saveTemplate}>
        {words.template}
      </Button>
      <TextField
        key={kind}
        type="file"
        label={words.file}
        fullWidth
        // Lets the user choose the same file again after correcting it.
        onClick={({ target }) => target instanceof HTMLInputElement && (target.value = '')}
        onChange={({ target }) => target instanceof HTMLInputElement && check(target.files?.[0])}
        slotProps={{ inputLabel: { shrink: true }, htmlInput: { accept: '.csv,text/csv' } }}
      />
      <Typography role="status" color={fault || rows.length > 0 ? 'error' : undefined}>
        {busy ? (checked ? words.importing : words.busy) : checked ? words.checked(checked) : fault}
      </Typography>
      {rows.length > 0 && <FigureTable label={words.title} heads={[]} rows={rows} />}
      {checked && checked.created > 0 && rows.length === 0 && (
        <Button variant="contained" aria-disabled={busy} onClick={() => run(() => submit(checked.csv))}>
          {words.submit(checked.created, words.kinds[kind])}
        </Button>
      )}
    </Box>
  )
}
