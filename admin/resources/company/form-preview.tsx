import { Box, Typography } from '@mui/material'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { authorizationFor } from '#domain/authorization-text'
import { visibleForm, type VisibleGroup, type VisibleSection } from '#domain/catalogue/visible-form'
import { LIMITS } from '#domain/limits'
import { companyMessages } from '#domain/messages/panel-company'
import { toText } from '#domain/json'
import { PreviewEnding } from './preview-ending.tsx'
import { PreviewCard, PreviewField, PreviewHeading } from './preview-parts.tsx'
import { useSettings } from './use-settings.ts'

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
