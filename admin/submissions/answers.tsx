import { Box, Typography, Button, type SxProps, Link } from '@mui/material'
import { submissionMessages } from '#domain/messages/panel-submission'
import { additionSection } from '#domain/addition-section'
import {
  formattedView,
  type FormattedGroup,
  type FormattedRow,
  type FormattedSection,
  type ViewMode,
} from '#domain/catalogue/formatted-view'
import { INPUTS } from '#domain/catalogue/index'
import type { Values } from '#domain/catalogue/values'
import { getOwn } from '#domain/get-own'
import { workspaceMessages } from '#domain/messages/panel-workspace'
import { useCanPerform } from '../providers/use-can-perform.ts'
import { DownloadLink } from './documents/download-link.tsx'
import { additionUrl, parseFormData, type OpenedSubmission } from './submission.ts'
import { useReveal } from './use-submission.ts'

type Props = { submission: OpenedSubmission; onRevealed: () => void }

const words = submissionMessages.list

export const SubmissionAnswers = ({ submission, onRevealed }: Props) => {
  const masked = parseFormData(submission.formData)
  const values = useReveal(submission.id, onRevealed)
  if (masked === null) return <Typography role="alert">{words.parseError}</Typography>
  return (
    <>
      <Box
        className="not-printed"
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center', mb: 4 }}
      >
        <RevealButton values={values} variant="outlined" sx={{ minHeight: 36, minWidth: 150 }} />
        <RevealNote />
      </Box>
      <FormattedSections values={values.full ?? masked} mode={values.full ? 'full' : 'masked'} isWide />
    </>
  )
}

/** Says that values are masked, and whether the user may see them. @param before text in front of it */
export const RevealNote = ({ before = '' }: { before?: string }) => (
  <Typography variant="body2" color="text.secondary" sx={{ flex: '1 1 260px' }}>
    {before}
    {useCanPerform('submission.reveal') ? words.revealNote : words.maskedNote}
  </Typography>
)

export const SubmissionAdditions = ({
  submission: { id, additions, timeZone },
}: {
  submission: OpenedSubmission
}) => {
  const isRevealed = useCanPerform('submission.reveal')
  return additions.map((addition) => {
    const section = additionSection(addition, timeZone)
    const from = addition.signing?.signers
      .map(({ address }) => submissionMessages.history.from(address))
      .join()
    return (
      <Box component="section" key={addition.id} aria-label={section.title} sx={{ mt: 4 }}>
        {addition.entries.length > 0 ? (
          <SectionList sections={[section]} isWide />
        ) : (
          <Typography sx={{ overflowWrap: 'anywhere' }}>{section.title}</Typography>
        )}
        {from && (
          <Typography variant="body2" color="text.secondary">
            {from}
          </Typography>
        )}
        {addition.hasPdf && isRevealed && (
          <DownloadLink url={additionUrl(id, addition.id)} name={`addition-${addition.id}.pdf`} />
        )}
      </Box>
    )
  })
}

type RevealButtonProps = { values: ReturnType<typeof useReveal>; variant?: 'text' | 'outlined'; sx?: SxProps }

export const RevealButton = ({ values: { full, busy, reveal, hide }, variant, sx }: RevealButtonProps) =>
  useCanPerform('submission.reveal') && (
    <Button variant={variant} onClick={full ? hide : reveal} aria-disabled={busy} sx={sx}>
      {busy ? words.revealing : full ? words.masked : words.reveal}
    </Button>
  )

type FormattedSectionsProps = {
  values: Values
  mode: ViewMode
  /** Two columns where there is room. */
  isWide?: boolean
}

export const FormattedSections = ({ values, mode, isWide = false }: FormattedSectionsProps) => (
  <SectionList
    sections={formattedView(values, mode).map((section) => ({
      ...section,
      title: submissionMessages.sections[section.key],
    }))}
    isWide={isWide}
    raw={(name) => (mode === 'full' ? (getOwn(values, name) ?? '') : '')}
  />
)

type SectionListProps = {
  sections: readonly FormattedSection[]
  isWide: boolean
  /** @returns '' if the drawing is not shown */
  raw?: (name: string) => string
}

export const SectionList = ({ sections, isWide, raw = () => '' }: SectionListProps) =>
  sections.map((section) => (
    <Box component="section" key={section.title} sx={{ mb: 5, '&:last-child': { mb: 0 } }}>
      <Typography component="h3" variant="h3" sx={{ pb: 1, borderBottom: 1, borderColor: 'divider' }}>
        {section.title}
      </Typography>
      {section.groups.filter(hasAnswer).map((group) => (
        <Box key={group.key}>
          {group.title !== null && (
            <Typography component="h4" variant="body2" sx={{ mt: 3, fontWeight: 600 }}>
              {group.title}
            </Typography>
          )}
          <Box component="dl" sx={isWide ? wideStyle : { m: 0 }}>
            {group.rows.filter(isAnswered).map((row) => (
              <Box key={row.name} sx={rowStyle}>
                <Typography component="dt" variant="body2" color="text.secondary">
                  {row.label}
                </Typography>
                <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
                  <Answer row={row} raw={raw(row.name)} />
                </Box>
              </Box>
            ))}
          </Box>
        </Box>
      ))}
      <NotAnswered groups={section.groups} />
    </Box>
  ))

const isAnswered = ({ value }: FormattedRow): boolean => value !== ''
const hasAnswer = ({ rows }: FormattedGroup): boolean => rows.some(isAnswered)

/** Lists a group without any answer by its title alone. */
const NotAnswered = ({ groups }: { groups: readonly FormattedGroup[] }) => {
  const labels = groups.flatMap((group) =>
    group.title !== null && !hasAnswer(group)
      ? [group.title]
      : group.rows.flatMap((row) => (isAnswered(row) ? [] : [row.label])),
  )
  if (labels.length === 0) return null
  return (
    <Typography variant="body2" color="text.secondary" sx={{ mt: 2 }}>
      {workspaceMessages.notAnswered(labels)}
    </Typography>
  )
}

const Answer = ({ row, raw }: { row: FormattedRow; raw: string }) => {
  if (row.signature && raw.startsWith('data:image/png;base64,')) {
    return <Box component="img" src={raw} alt={words.drawnSignature} sx={signatureStyle} />
  }
  const kind = INPUTS.get(row.name)?.kind
  if (kind === 'phone') return <Link href={`tel:${row.value.replace(/[^+\d]/g, '')}`}>{row.value}</Link>
  if (kind === 'email') return <Link href={`mailto:${encodeURIComponent(row.value)}`}>{row.value}</Link>
  return <span style={row.sensitive ? { fontVariantNumeric: 'tabular-nums' } : undefined}>{row.value}</span>
}

const wideStyle = {
  m: 0,
  display: 'grid',
  columnGap: 8,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 380px), 1fr))',
  '@media print': { gridTemplateColumns: '1fr 1fr' },
}

const rowStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 2fr) minmax(0, 3fr)' },
  overflowWrap: 'anywhere',
  columnGap: 4,
  alignItems: 'baseline',
  py: 1.5,
  borderBottom: 1,
  borderColor: 'divider',
}

/** Signatures are black on transparent, so they need white paper in the dark theme. */
const signatureStyle = {
  display: 'block',
  maxWidth: '100%',
  height: 'auto',
  borderRadius: 1,
  backgroundColor: '#fff',
}
