import type { QRCodeSVG } from 'qrcode.react'
import { lazy, Suspense, type ComponentProps } from 'react'
import { qrCodePart } from './later-parts.ts'

const LazyCode = lazy(qrCodePart)

export const QrCode = (props: ComponentProps<typeof QRCodeSVG>) => (
  <Suspense fallback={null}>
    <LazyCode {...props} />
  </Suspense>
)
