import { type ComponentProps, lazy, Suspense } from 'react'
import type { QRCodeSVG } from 'qrcode.react'
import { reloadable } from './reloadable.ts'

const library = reloadable(() => import('qrcode.react'))
const LazyCode = lazy(async () => ({ default: (await library()).QRCodeSVG }))
const QUIET_ZONE = 4

type Props = Pick<ComponentProps<typeof QRCodeSVG>, 'size' | 'title'> & { value: string }

export const QrCode = (props: Props) => (
  <Suspense fallback={null}>
    <LazyCode {...props} marginSize={QUIET_ZONE} level="M" role="img" />
  </Suspense>
)
