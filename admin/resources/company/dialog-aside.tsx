import { Paper, Typography } from '@mui/material'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { LIMITS } from '#domain/limits'

/** Fits a dialog, this panel and the gaps. */
export const ROOM_FOR_ASIDE = '(min-width: 1060px)'

/** A panel beside the dialog that it is rendered in; it can be focused, so that the arrow keys scroll it. */
export const DialogAside = ({ title, children }: { title: string; children: ReactNode }) => {
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
