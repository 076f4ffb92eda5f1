import { useCallback, useEffect, useState } from 'react'
import { Box } from '@mui/material'
import { submissionMessages } from '#domain/messages/panel-submission'
import { Failed } from '../layout/page-parts.tsx'
import { fetchFile } from '../providers/files.ts'
import { useLoad } from '../providers/use-task.ts'
import { lazyComponent } from '../lazy/lazy-component.tsx'
import { LineMark, type PageMark } from './line-mark.tsx'
import { countPixels, SHOWN_PIXELS } from './count-pixels.ts'
import { LETTER, Near } from './near.tsx'
import type { Attempt } from './pdf-preview.tsx'
import { PreviewLoading, Zoom } from './zoom.tsx'

const PdfPreview = lazyComponent(
  () => import('./pdf-preview.tsx').then((module) => module.PdfPreview),
  <PreviewLoading />,
  ({ onRetry }) => <Failed text={submissionMessages.preview.failed} onRetry={onRetry} />,
)

type Props = {
  /** Under /api; the server records each reading. */
  url: string
  name: string
  /** shown first, and marked */
  mark?: PageMark
  onLoaded?: () => void
}

export const FilePreview = ({ url, name, mark, onLoaded }: Props) => {
  const { data, failure, retry } = useLoad({
    queryKey: ['file', url],
    queryFn: async ({ signal }) => {
      const { blob } = await fetchFile(url, name, signal)
      return { blob, pixels: countPixels(await blob.arrayBuffer()) }
    },
    gcTime: 0,
    // Every reading is recorded, so none happens by itself.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const [attempt, setAttempt] = useState<Attempt>({})
  const isLoaded = data !== null
  useEffect(() => {
    if (isLoaded) onLoaded?.()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once a file, whatever the parent renders
  }, [isLoaded])

  if (data?.blob.type === 'application/pdf')
    return (
      <Near ratio={LETTER}>
        <PdfPreview file={data.blob} name={name} mark={mark} attempt={attempt} onAttempt={setAttempt} />
      </Near>
    )
  if (data && data.pixels > SHOWN_PIXELS) return <Failed text={submissionMessages.preview.largeImage} />
  if (data?.blob.type.startsWith('image/'))
    return (
      <Near ratio={LETTER}>
        <ImagePreview file={data.blob} name={name} mark={mark} />
      </Near>
    )
  if (!isLoaded && failure === null) return <PreviewLoading />
  return <Failed text={submissionMessages.preview.failed} detail={failure ?? undefined} onRetry={retry} />
}

/** A photo shows a page of US Letter, as the reader takes it. In points. */
const PHOTO_WIDTH = 612

type ImageProps = { file: Blob; name: string; mark: PageMark | undefined }

/** Shown by a blob address, so that no token stands in a URL. */
const ImagePreview = ({ file, name, mark }: ImageProps) => {
  const [height, setHeight] = useState<number | null>(null)
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
      <Box sx={{ position: 'relative', width: 'fit-content', maxWidth: '100%', mx: 'auto' }}>
        <Box
          component="img"
          ref={show}
          alt={name}
          onError={() => setBroken(true)}
          onLoad={({ currentTarget: { naturalHeight, naturalWidth } }) =>
            setHeight((PHOTO_WIDTH * naturalHeight) / naturalWidth)
          }
          sx={imageStyle}
        />
        {mark && height !== null && <LineMark mark={mark} height={height} />}
      </Box>
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
