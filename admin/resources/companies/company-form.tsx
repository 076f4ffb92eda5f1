import { Box, Button, Collapse, Paper, Typography, useMediaQuery } from '@mui/material'
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import type { FieldValues } from 'react-hook-form'
import { createPortal } from 'react-dom'
import { toText } from '#domain/json'
import { companyMessages as words } from '#domain/messages/panel-company'
import { LIMITS } from '#domain/limits'
import { RecordDialog } from '../../dialogs/record-dialog.tsx'
import { ApiError } from '../../providers/request.ts'
import { type Company, MERGES, toBody, toValues } from './company.ts'
import { CompanyInputs, TextInputs } from './company-inputs.tsx'
import { FieldToggles } from './field-toggles.tsx'
import { FormTabs } from './form-tabs.tsx'
import { FormPreview } from './form-preview.tsx'
import { isHeld, LOGO_FIELDS, type LogoType, uploadLogo, LogoInput } from './logo-input.tsx'

const LOGO_TYPES = ['logo', 'pdf-logo'] as const

const TITLES = { create: words.createTitle, edit: words.editTitle }

export const CompanyForm = ({ onClose }: { onClose: () => void }) => {
  const notify = useNotify()
  const [uploading, setUploading] = useState<Partial<Record<LogoType, boolean>>>({})
  const tellBusy = useMemo(
    () => ({
      logo: (logo: boolean) => setUploading((all) => ({ ...all, logo })),
      'pdf-logo': (pdf: boolean) => setUploading((all) => ({ ...all, 'pdf-logo': pdf })),
    }),
    [],
  )

  const uploadHeld = async (saved: Company, values: FieldValues) => {
    for (const type of LOGO_TYPES) {
      const data = toText(values[LOGO_FIELDS[type]])
      if (!isHeld(data)) continue
      // The company is saved, so a failed logo is only reported.
      await uploadLogo(saved.id, type, data).catch((error: unknown) =>
        notify(words.logo.lost(error instanceof ApiError ? error.message : ''), { type: 'error' }),
      )
    }
  }

  return (
    <RecordDialog<Company>
      titles={TITLES}
      toValues={toValues}
      transform={toBody}
      failed={() => words.failed}
      saved={words.saved}
      onClose={onClose}
      onSaved={uploadHeld}
      isWaiting={Object.values(uploading).includes(true)}
      merges={MERGES}
    >
      {(company) => (
        <>
          <FormTabs label={words.tabs} tabs={toTabs(company, tellBusy)} />
          <Preview />
        </>
      )}
    </RecordDialog>
  )
}

type TellBusy = Record<LogoType, (isBusy: boolean) => void>

const toTabs = (company: Company | null, tellBusy: TellBusy) => [
  { name: words.sections.general, content: <CompanyInputs company={company} /> },
  { name: words.sections.fields, content: <FieldToggles /> },
  { name: words.sections.texts, content: <TextInputs /> },
  {
    name: words.sections.logos,
    content: LOGO_TYPES.map((type) => (
      <LogoInput key={type} type={type} companyId={company?.id ?? null} onBusy={tellBusy[type]} />
    )),
  },
]

const Preview = () => {
  const hasRoom = useMediaQuery(ROOM_FOR_ASIDE, { noSsr: true })
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  if (hasRoom) {
    return (
      <DialogAside title={words.preview.label}>
        <FormPreview />
      </DialogAside>
    )
  }
  return (
    <Box>
      <Button
        variant="outlined"
        fullWidth
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? words.preview.hide : words.preview.show}
      </Button>
      <Collapse in={isOpen} id={id} unmountOnExit>
        <Box sx={{ mt: 3, mx: -4 }}>
          <FormPreview />
        </Box>
      </Collapse>
    </Box>
  )
}

/** Room for a dialog, this panel and the gaps. */
const ROOM_FOR_ASIDE = '(min-width: 1060px)'

/** Stands beside the dialog that renders it. It takes the focus, so that the arrow keys scroll it. */
const DialogAside = ({ title, children }: { title: string; children: ReactNode }) => {
  const place = useRef<HTMLSpanElement>(null)
  const [container, setContainer] = useState<Element | null>(null)
  useEffect(() => setContainer(place.current?.closest('.MuiDialog-container') ?? null), [])
  return (
    <>
      <span ref={place} hidden />
      {container !== null &&
        createPortal(
          <Paper component="section" aria-label={title} tabIndex={0} sx={asideStyle}>
            <Typography variant="h2" component="p" sx={{ px: 4, pt: 5, pb: 3 }} aria-hidden>
              {title}
            </Typography>
            {children}
          </Paper>,
          container,
        )}
    </>
  )
}

const asideStyle = {
  width: `min(560px, calc(100vw - ${LIMITS.modalWidth}px - 80px))`,
  height: '90dvh',
  ml: 4,
  overflowY: 'auto',
  border: 1,
  borderColor: 'divider',
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
}
