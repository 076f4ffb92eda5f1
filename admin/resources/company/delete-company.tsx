import { Typography } from '@mui/material'
import { useState } from 'react'
import { useDataProvider, useRefresh } from 'react-admin'
import { companyMessages } from '#domain/messages/panel-company'
import { AlertDialog } from '../../dialogs/alert-dialog.tsx'
import { ConfirmDialog } from '../../dialogs/confirm-dialog.tsx'
import { ApiError } from '../../providers/api-error.ts'
import { panelMessages } from '#domain/messages/panel'
import type { Company } from './company.ts'

const words = companyMessages.delete

type Outcome = { text: string; reason: string | null }

/** Asks, deletes, and says what came of it. */
export const DeleteCompany = ({ company, onClose }: { company: Company; onClose: () => void }) => {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const dataProvider = useDataProvider()
  const refresh = useRefresh()

  const remove = async () => {
    setBusy(true)
    try {
      await dataProvider.delete('companies', { id: company.id, previousData: company })
      setOutcome({ text: words.done, reason: null })
    } catch (error) {
      setOutcome({ text: words.failed, reason: error instanceof ApiError ? error.message : null })
    }
  }
  const leave = () => {
    onClose()
    refresh()
  }

  if (outcome === null) {
    return (
      <ConfirmDialog
        title={words.title}
        text={words.confirm(company.nameIn)}
        confirmLabel={panelMessages.dialog.delete}
        isDestructive
        busy={busy}
        onConfirm={() => void remove()}
        onClose={onClose}
      />
    )
  }
  return (
    <AlertDialog title={words.title} text={outcome.text} onClose={leave}>
      {outcome.reason !== null && (
        <Typography variant="body2" color="text.secondary" sx={{ mt: 2 }}>
          {outcome.reason}
        </Typography>
      )}
    </AlertDialog>
  )
}
