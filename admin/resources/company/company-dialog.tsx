import { toText } from '#domain/json'
import { Box, Button, Collapse, useMediaQuery } from '@mui/material'
import { useId, useMemo, useState } from 'react'
import { useNotify } from 'react-admin'
import type { FieldValues } from 'react-hook-form'
import { deskMessages } from '#domain/messages/panel-desk'
import { companyMessages } from '#domain/messages/panel-company'
import { RecordDialog } from '../../dialogs/record-dialog.tsx'
import { ApiError } from '../../providers/api-error.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { ApplicantInputs } from './applicant-inputs.tsx'
import { MERGES, toBody, toValues, type Company } from './company.ts'
import { CompanyInputs, OriginsInput, OtpInput, Part, TextInputs } from './company-inputs.tsx'
import { DeskInputs } from './desk-inputs.tsx'
import { DialogAside, ROOM_FOR_ASIDE } from './dialog-aside.tsx'
import { FieldToggles } from './field-toggles.tsx'
import { FormTabs } from './form-tabs.tsx'
import { FormPreview } from './form-preview.tsx'
import { isHeld, LOGO_FIELDS, uploadLogo, type LogoType } from './logo-calls.ts'
import { LogoInput } from './logo-input.tsx'
import { SignInInputs } from './sign-in-inputs.tsx'
import { RetentionInput } from './retention-input.tsx'
import { useRetentionQuestion } from './use-retention-question.tsx'

const words = companyMessages
const LOGO_TYPES = ['logo', 'pdf-logo'] as const

export const CompanyDialog = ({ company, onClose }: { company: Company | null; onClose: () => void }) => {
  const mayChooseLead = useCanPerform('company.choose-lead')
  const notify = useNotify()
  const retention = useRetentionQuestion(company)
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
      // The company is saved, so a lost logo is only reported.
      await uploadLogo(saved.id, type, data).catch((error: unknown) =>
        notify(words.logo.lost(error instanceof ApiError ? error.message : ''), { type: 'error' }),
      )
    }
  }

  return (
    <>
      <RecordDialog<Company>
        title={company === null ? words.createTitle : words.editTitle}
        resource="companies"
        record={company}
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
        <FormTabs
          label={words.tabs}
          tabs={[
            {
              name: words.sections.general,
              content: <CompanyInputs company={company} mayChooseLead={mayChooseLead} />,
            },
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
            ...(company
              ? [{ name: words.sections.signIn, content: <SignInInputs companyId={company.id} /> }]
              : []),
            {
              name: words.sections.security,
              content: (
                <>
                  <Part title={words.sections.signIn}>
                    <OtpInput />
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
          ]}
        />
        <Preview />
      </RecordDialog>
      {retention.question}
    </>
  )
}

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
