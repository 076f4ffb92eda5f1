import ZoomIn from '@mui/icons-material/ZoomIn'
import ZoomOut from '@mui/icons-material/ZoomOut'
import { Box, Button, IconButton, Skeleton } from '@mui/material'
import { useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { workspaceMessages } from '#domain/messages/panel-workspace'
import { submissionMessages } from '#domain/messages/panel-submission'

const words = workspaceMessages.zoom
const STEPS = [1, 1.5, 2, 3, 4]

type Props = { name: string; onZoomed?: () => void; children: ReactNode }

/** Enlarges its content in a frame that scrolls. */
export const Zoom = ({ name, onZoomed, children }: Props) => {
  const [step, setStep] = useState(0)
  const zoom = (next: number) => {
    flushSync(() => setStep(next))
    onZoomed?.()
  }
  const turn = (by: number) => zoom(Math.min(Math.max(step + by, 0), STEPS.length - 1))
  const scale = STEPS[step] ?? 1
  return (
    <>
      <Box sx={{ display: 'flex', justifyContent: 'center', alignItems: 'center', gap: 2, mb: 2 }}>
        <IconButton aria-label={words.out} aria-disabled={step === 0} onClick={() => turn(-1)}>
          <ZoomOut />
        </IconButton>
        <Button size="small" aria-disabled={step === 0} onClick={() => zoom(0)} sx={{ minHeight: 36 }}>
          {step === 0 ? words.fit : `${scale * 100} %`}
        </Button>
        <IconButton aria-label={words.in} aria-disabled={step === STEPS.length - 1} onClick={() => turn(1)}>
          <ZoomIn />
        </IconButton>
      </Box>
      <Box
        role="group"
        aria-label={name}
        // Lets the keyboard scroll it.
        tabIndex={step === 0 ? undefined : 0}
        sx={{ overflowX: 'auto', '& > div': { width: `${scale * 100}%` }, ...(step > 0 && enlargedStyle) }}
      >
        <div>{children}</div>
      </Box>
    </>
  )
}

/** As high as the window, so that the bar to scroll sideways is in view. */
const enlargedStyle = { maxHeight: '80dvh', overflowY: 'auto', '& img, & :has(> img)': { width: '100%' } }

export const PreviewLoading = () => (
  <Box aria-busy>
    <span className="visually-hidden" role="status">
      {submissionMessages.preview.loading}
    </span>
    <Skeleton variant="rounded" sx={{ width: '100%', height: 'auto', aspectRatio: '8.5 / 11' }} />
  </Box>
)
