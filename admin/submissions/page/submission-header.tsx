import ArrowDropDown from '@mui/icons-material/ArrowDropDown'
import { Box, Button, Typography } from '@mui/material'
import { type ReactNode, useCallback, useState } from 'react'
import { panelMessages } from '#domain/messages/panel'
import { deskMessages } from '#domain/messages/panel-desk'
import { submissionMessages } from '#domain/messages/panel-submission'
import { nextStepText, workspaceMessages } from '#domain/messages/panel-workspace'
import { nextStep } from '#domain/next-step'
import { toReference } from '#domain/reference'
import { timeInBusiness } from '#domain/time-in-business'
import { dayInZone } from '#domain/time-zone'
import { dollars, shortDay } from '../../format.ts'
import { Fact } from '../../layout/page-parts.tsx'
import { useSession } from '../../layout/route-guard.tsx'
import { useTitle } from '../../pages/use-title.ts'
import { trpc } from '../../providers/trpc-client.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { OwnerMenu, type Chosen } from '../owner-menu.tsx'
import { StatusControl } from '../status-control.tsx'
import { type OpenedSubmission, parseFormData, readApplicant } from '../submission.ts'
import { useDesk, type Assigned, type Choices } from '../use-desk.ts'
import { usePresence } from './use-presence.ts'

const { header: words } = workspaceMessages
const { viewTitle, nameless, noAnswer } = submissionMessages.list

type Props = { submission: OpenedSubmission; children: ReactNode }

export const SubmissionHeader = ({ submission, children }: Props) => {
  const { others, isChanged, refresh } = usePresence(submission.id)
  const applicant = readApplicant(submission)
  const title = viewTitle(applicant, submission.company.nameOut || nameless)
  useTitle(`${title} – ${panelMessages.layout.title}`)
  return (
    <Box ref={useHeight()} sx={headerStyle}>
      {children}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 4, rowGap: 2, mb: 2 }}>
        <Typography variant="h1" aria-label={title} dir="auto" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          {applicant || title}
        </Typography>
        <StatusControl submission={submission} />
        <OwnerControl submission={submission} />
        <Typography className="not-printed" variant="body2" role="status" sx={{ fontWeight: 600 }}>
          {others.length > 0 && words.alsoOpen(others)}
        </Typography>
        <Typography className="not-printed" variant="body2" role="status">
          {isChanged && words.changed}
          {isChanged && (
            <Button size="small" onClick={refresh} sx={buttonStyle}>
              {words.reload}
            </Button>
          )}
        </Typography>
      </Box>
      <Facts submission={submission} />
    </Box>
  )
}

const Facts = ({ submission }: { submission: OpenedSubmission }) => {
  const { id, amountRequested, monthlySales, createdAt, timeZone } = submission
  const values = parseFormData(submission.formData)
  const age = timeInBusiness(values?.startDate ?? '', dayInZone(new Date(createdAt), timeZone))
  const amount = (value: number | null) => (value === null ? noAnswer : dollars(value))
  return (
    <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 6, rowGap: 2, m: 0 }}>
      <Fact label={words.requested}>{amount(amountRequested)}</Fact>
      <Fact label={words.sales}>{amount(monthlySales)}</Fact>
      <Fact label={words.state}>{values?.state || noAnswer}</Fact>
      <Fact label={words.age}>{age || noAnswer}</Fact>
      <Fact label={words.reference}>{toReference(id)}</Fact>
      <Fact label={words.next}>
        <strong>{nextStepText(nextStep(submission), (iso) => shortDay(iso, timeZone))}</strong>
      </Fact>
    </Box>
  )
}

/** Publishes the header's height, which sticky parts below it need. */
const useHeight = () =>
  useCallback((element: HTMLElement | null) => {
    if (element === null) return
    const tell = () =>
      document.documentElement.style.setProperty('--submission-header', `${element.offsetHeight}px`)
    const observer = new ResizeObserver(tell)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

/** From this width on, documents stand beside the answers. */
export const BESIDE = '@media screen and (min-width: 1100px)'

const headerStyle = {
  pb: 3,
  mb: 4,
  borderBottom: 1,
  borderColor: 'divider',
  backgroundColor: 'background.default',
  [BESIDE]: { position: 'sticky', top: 0, zIndex: 'appBar', pt: 3, mt: -3 },
}

const ownerWords = deskMessages.owner

const OwnerControl = ({ submission }: { submission: Assigned }) => {
  const canUpdate = useCanPerform('submission.update')
  const { user } = useSession()
  const [menu, setMenu] = useState<{ anchor: HTMLElement; choices: Choices } | null>(null)
  const { id, owner, team, updatedAt } = submission
  const { busy, run, readChoices, change } = useDesk(ownerWords.failed)
  const name = [owner?.name, team?.name].filter(Boolean).join(' · ') || ownerWords.nobody
  if (!canUpdate) return <Typography component="span">{name}</Typography>

  const assign = (chosen: Chosen) => {
    setMenu(null)
    run(() => change(id, () => trpc.form.setOwner.mutate({ id, updatedAt, ...chosen })))
  }
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 2, maxWidth: '100%' }}>
      <Button
        size="small"
        color="inherit"
        endIcon={<ArrowDropDown />}
        aria-label={ownerWords.change(name)}
        aria-haspopup="menu"
        aria-busy={busy}
        onClick={({ currentTarget: anchor }) =>
          run(async () => setMenu({ anchor, choices: await readChoices(id) }))
        }
        sx={buttonStyle}
      >
        {name}
      </Button>
      {owner === null && user && (
        <Button
          size="small"
          variant="outlined"
          aria-disabled={busy}
          onClick={() => assign({ userId: user.id })}
          sx={buttonStyle}
        >
          {ownerWords.take}
        </Button>
      )}
      {menu && (
        <OwnerMenu
          anchor={menu.anchor}
          choices={menu.choices}
          assigned={submission}
          onChosen={assign}
          onClose={() => setMenu(null)}
        />
      )}
    </Box>
  )
}

const buttonStyle = { minHeight: { xs: 44, sm: 32 }, maxWidth: '100%', textAlign: 'left' }
