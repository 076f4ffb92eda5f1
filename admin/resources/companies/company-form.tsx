import { Box, Button, Collapse, Paper, Typography, useMediaQuery } from '@mui/material'
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { BooleanInput, useNotify, ArrayInput, SimpleFormIterator, TextArrayInput } from 'react-admin'
import type { FieldValues } from 'react-hook-form'
import { createPortal } from 'react-dom'
import { toText } from '#domain/json'
import { deskMessages } from '#domain/messages/panel-desk'
import { companyMessages as words } from '#domain/messages/panel-company'
import { LIMITS } from '#domain/limits'
import { RecordDialog } from '../../dialogs/record-dialog.tsx'
import { ApiError } from '../../providers/request.ts'
import { ApplicantInputs } from './applicant-inputs.tsx'
import { type Company, MERGES, toBody, toValues } from './company.ts'
import { CompanyInputs, OriginsInput, Part, TextInputs } from './company-inputs.tsx'
import { DeskInputs, AddEntry, listStyle } from './desk-inputs.tsx'
import { FieldToggles } from './field-toggles.tsx'
import { FormTabs } from './form-tabs.tsx'
import { FormPreview } from './form-preview.tsx'
import { isHeld, LOGO_FIELDS, type LogoType, uploadLogo, LogoInput } from './logo-input.tsx'
import { RetentionInput, useRetentionQuestion } from './retention.tsx'
import { NameInput } from '../../inputs/name-input.tsx'
import { Text } from '../../inputs/text.tsx'

const LOGO_TYPES = ['logo', 'pdf-logo'] as const

const TITLES = { create: words.createTitle, edit: words.editTitle }

export const CompanyForm = ({ onClose }: { onClose: () => void }) => {
  const notify = useNotify()
  const retention = useRetentionQuestion()
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
    <>
      <RecordDialog<Company>
        titles={TITLES}
        toValues={toValues}
        transform={toBody}
        failed={() => words.failed}
        saved={words.saved}
        confirm={retention.confirm}
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
      {retention.question}
    </>
  )
}

type TellBusy = Record<LogoType, (isBusy: boolean) => void>

const toTabs = (company: Company | null, tellBusy: TellBusy) => [
  { name: words.sections.general, content: <CompanyInputs company={company} /> },
  { name: words.sections.fields, content: <FieldToggles /> },
  { name: words.sections.texts, content: <TextInputs /> },
  { name: words.sections.applicants, content: <ApplicantInputs /> },
  { name: deskMessages.settings.tab, content: <DeskInputs /> },
  {
    name: words.sections.logos,
    content: LOGO_TYPES.map((type) => (
      <LogoInput key={type} type={type} companyId={company?.id ?? null} onBusy={tellBusy[type]} />
    )),
  },
  ...(company ? [{ name: words.sections.signIn, content: <SignInInputs companyId={company.id} /> }] : []),
  {
    name: words.sections.security,
    content: (
      <>
        <Part title={words.sections.signIn}>
          <BooleanInput source="requireOtp" label={words.requireOtp} helperText={words.requireOtpHelp} />
        </Part>
        <Part title={words.sections.embedding}>
          <OriginsInput />
        </Part>
        <Part title={words.sections.retention}>
          <RetentionInput company={company} />
        </Part>
      </>
    ),
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

const ssoWords = words.sso

const SignInInputs = ({ companyId }: { companyId: string }) => (
  <>
    <Text source="signIn.issuer" words={ssoWords.issuer} />
    <Text
      source="signIn.clientId"
      words={ssoWords.clientId(`${window.location.origin}/admin/sso/${companyId}`)}
    />
    <Text source="signIn.clientSecret" words={ssoWords.secret} autoComplete="off" />
    <TextArrayInput
      source="signIn.domains"
      label={ssoWords.domains.label}
      helperText={ssoWords.domains.help}
    />
    <BooleanInput
      source="signIn.secondStep"
      label={ssoWords.secondStep}
      helperText={ssoWords.secondStepHelp}
    />
    <BooleanInput source="signIn.enforced" label={ssoWords.enforced} helperText={ssoWords.enforcedHelp} />
    <Text source="signIn.groupsClaim" words={ssoWords.claim} />
    <ArrayInput source="signIn.groupRoles" label={false}>
      <SimpleFormIterator inline disableClear fullWidth addButton={<AddEntry />} sx={listStyle}>
        <Text source="group" words={ssoWords.group} helperText={false} />
        <NameInput
          source="role"
          reference="role-names"
          words={{ label: ssoWords.role }}
          filter={{ companyId }}
        />
      </SimpleFormIterator>
    </ArrayInput>
  </>
)
