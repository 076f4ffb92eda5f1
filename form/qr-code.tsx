import type { QRCodeSVG } from 'qrcode.react'
import { lazy, Suspense, type ComponentProps } from 'react'
import { reloadable } from './reloadable.ts'

const library = reloadable(() => import('qrcode.react'))
const LazyCode = lazy(async () => ({ default: (await library()).QRCodeSVG }))

export const QrCode = (props: ComponentProps<typeof QRCodeSVG>) => (
  <Suspense fallback={null}>
    <LazyCode {...props} />
  </Suspense>
)
