import { Box } from '@mui/material'
import { useCallback, useState } from 'react'
import { submissionMessages } from '#domain/messages/panel-submission'
import { Failed } from '../layout/failed.tsx'
import { Zoom } from './zoom.tsx'

/** Shown by a blob address, so that no token stands in a URL. */
export const ImagePreview = ({ file, name }: { file: Blob; name: string }) => {
  const [isBroken, setBroken] = useState(false)
  const show = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(file)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [file],
  )
  if (isBroken) return <Failed text={submissionMessages.preview.brokenImage} />
  return (
    <Zoom name={name}>
      <Box component="img" ref={show} alt={name} onError={() => setBroken(true)} sx={imageStyle} />
    </Zoom>
  )
}

const imageStyle = {
  display: 'block',
  maxWidth: '100%',
  height: 'auto',
  mx: 'auto',
  border: 1,
  borderColor: 'divider',
  backgroundColor: '#fff',
}
