import { Box, Typography } from '@mui/material'
import { useMemo, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { authorizationFor } from '#domain/authorization-text'
import { visibleForm, type VisibleGroup, type VisibleSection } from '#domain/catalogue/visible-form'
import { LIMITS } from '#domain/limits'
import { companyMessages } from '#domain/messages/panel-company'
import { toText } from '#domain/json'
import { parseApplicantSettings } from '#domain/applicant-settings'
import { receiptMessages } from '#domain/messages/receipt'
import type { Input } from '#domain/catalogue/define'
import { useSettings } from './field-toggles.tsx'

const words = companyMessages.preview

export const FormPreview = () => {
  const settings = useSettings()
  const form = useMemo(() => visibleForm(settings), [settings])
  const isEmpty = form.sections.length === 0 && !form.uploads
  return (
    <Box inert sx={{ px: 4, pb: 4, display: 'grid', gap: 3, fontSize: 12 }}>
      <Head />
      {isEmpty && <Typography color="text.secondary">{words.empty}</Typography>}
      {form.sections.map((section) => (
        <PreviewCard key={section.key} title={section.title}>
          {section.key === 'signatures' && <Authorization />}
          <Groups section={section} />
        </PreviewCard>
      ))}
      {form.uploads && (
        <PreviewCard title={words.form.uploadTitle}>
          <Typography variant="body2">{words.form.uploadInstruction}</Typography>
        </PreviewCard>
      )}
      <Box sx={submitStyle}>{words.form.submit}</Box>
      <PreviewEnding />
    </Box>
  )
}

const Head = () => {
  const [nameOut, logoUrl, pdfLogoUrl] = useWatch({ name: ['nameOut', 'logoUrl', 'pdfLogoUrl'] }).map(toText)
  const logo = logoUrl || pdfLogoUrl
  return (
    <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 3, minHeight: LIMITS.logoBox.height }}>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="p" sx={{ fontSize: 20, fontWeight: 700, lineHeight: 1.2 }}>
          {words.form.title}
        </Typography>
        <Typography color="text.secondary">{nameOut}</Typography>
        <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
          {words.form.requiredNote}
        </Typography>
      </Box>
      {logo && <Box component="img" src={logo} alt="" sx={logoStyle} />}
    </Box>
  )
}

const Groups = ({ section }: { section: VisibleSection }) => {
  const inColumns = section.key === 'partners' || section.key === 'signatures'
  if (!inColumns) return section.groups.map((group) => <Fields key={group.key} group={group} columns={2} />)
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 3 }}>
      {section.groups.map((group) => (
        <Box key={group.key} sx={{ minWidth: 0 }}>
          <PreviewHeading>{group.title}</PreviewHeading>
          <Fields group={group} columns={1} />
        </Box>
      ))}
    </Box>
  )
}

const Fields = ({ group, columns }: { group: VisibleGroup; columns: 1 | 2 }) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: columns === 2 ? '1fr 1fr' : '1fr', gap: 3, rowGap: 2 }}>
    {group.inputs.map((input) => (
      <PreviewField key={input.name} input={input} />
    ))}
  </Box>
)

export const Authorization = () => {
  const [text, nameOut, disclaimer] = useWatch({ name: ['authorizationText', 'nameOut', 'disclaimer'] }).map(
    toText,
  )
  const { title, body } = authorizationFor(text ?? null, nameOut ?? null)
  return (
    <Box sx={{ fontSize: 12, lineHeight: 1.5, mb: 3, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
      <PreviewHeading>{title}</PreviewHeading>
      <div>{body}</div>
      {disclaimer && <Box sx={{ mt: 2, color: 'text.secondary' }}>{disclaimer}</Box>}
    </Box>
  )
}

const logoStyle = {
  display: 'block',
  maxWidth: { xs: 120, sm: LIMITS.logoBox.width },
  maxHeight: { xs: 56, sm: LIMITS.logoBox.height },
  alignSelf: 'start',
}

const submitStyle = {
  justifySelf: 'start',
  px: 4,
  py: 2.5,
  borderRadius: 1,
  fontSize: 14,
  fontWeight: 600,
  backgroundColor: 'primary.main',
  color: 'primary.contrastText',
}

const receiptWords = receiptMessages.en

const EXAMPLE_REFERENCE = 'A1B2-C3D4'

/** The page after the submit. */
export const PreviewEnding = () => {
  const [contact, nameOut, stored] = useWatch({ name: ['contact', 'nameOut', 'applicantSettings'] })
  const { receiptCopy, addDocuments, nextSteps } = parseApplicantSettings(stored)
  const company = toText(nameOut)
  return (
    <PreviewCard title={receiptWords.title}>
      <Box sx={{ display: 'grid', gap: 2, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
        <Typography variant="body2">
          {receiptWords.reference}: <strong>{EXAMPLE_REFERENCE}</strong>
        </Typography>
        {toText(contact) !== '' && (
          <div>
            <PreviewHeading>{receiptWords.contact(company)}</PreviewHeading>
            {toText(contact)}
          </div>
        )}
        {nextSteps && (
          <div>
            <PreviewHeading>{receiptWords.next}</PreviewHeading>
            {receiptWords.steps.review(company)}
          </div>
        )}
        {receiptCopy && <Box sx={buttonStyle}>{receiptWords.copy}</Box>}
        {addDocuments && <Box sx={buttonStyle}>{receiptWords.add}</Box>}
      </Box>
    </PreviewCard>
  )
}

const buttonStyle = {
  justifySelf: 'start',
  px: 3,
  py: 1.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  fontWeight: 600,
}

const PreviewCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 3 }}>
    <Typography component="p" sx={{ fontWeight: 600, mb: 2, overflowWrap: 'anywhere' }}>
      {title}
    </Typography>
    {children}
  </Box>
)

const PreviewHeading = ({ children }: { children: ReactNode }) => (
  <Box component="p" sx={{ m: 0, mb: 1, fontSize: 13, fontWeight: 600 }}>
    {children}
  </Box>
)

const PreviewField = ({ input }: { input: Input }) => (
  <Box sx={{ minWidth: 0, opacity: input.showWhen === null ? 1 : 0.75 }}>
    <Box sx={{ fontWeight: 600, mb: 0.5 }}>
      {input.label}
      {input.required && (
        <Box component="span" sx={{ color: 'error.main' }}>
          {' *'}
        </Box>
      )}
    </Box>
    <Answer input={input} />
    {input.showWhen !== null && <Box sx={{ color: 'text.secondary', mt: 0.5 }}>{words.afterYes}</Box>}
  </Box>
)

const Answer = ({ input }: { input: Input }) => {
  switch (input.kind) {
    case 'yesNo':
      return (
        <Box sx={{ display: 'flex', gap: 2 }}>
          {input.choices.map((choice) => (
            <Box key={choice} sx={{ ...boxStyle, flex: 1, textAlign: 'center' }}>
              {choice}
            </Box>
          ))}
        </Box>
      )
    case 'choice':
    case 'state':
      return <Box sx={boxStyle}>{words.form.chooseOne}</Box>
    case 'signature':
      return <Box sx={{ ...boxStyle, height: 64 }} />
    default:
      return <Box sx={boxStyle}>{input.placeholder || '\u00a0'}</Box>
  }
}

const boxStyle = {
  px: 2,
  py: 1,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  color: 'text.secondary',
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  textOverflow: 'ellipsis',
}
