import type { FunctionComponent, ReactNode } from 'react'
import { panelMessages } from '#domain/messages/panel'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { ConfirmDialog } from '../dialogs/dialogs.tsx'
import { Failed, PageHeader } from '../layout/page-parts.tsx'
import { Waiting } from '../layout/plain-parts.tsx'
import { lazyComponent } from './lazy-component.tsx'

type Load<Props> = () => Promise<FunctionComponent<Props>>
type Retry = { onRetry: () => void }
type Closable = { onClose: () => void }

export const lazyPage = <Props extends object>(load: Load<Props>): FunctionComponent<Props> =>
  lazyComponent(load, <Waiting />, PageFailed)

export const lazyPart = <Props extends object>(
  load: Load<Props>,
  waiting: ReactNode,
): FunctionComponent<Props> => lazyComponent(load, waiting, PartFailed)

export const lazyDialog = <Props extends Closable>(load: Load<Props>): FunctionComponent<Props> =>
  lazyComponent(load, null, DialogFailed)

const PartFailed = ({ onRetry }: Retry) => <Failed text={panelMessages.failures.part} onRetry={onRetry} />

const PageFailed = ({ onRetry }: Retry) => (
  <>
    <PageHeader title={panelMessages.failures.crashTitle} />
    <PartFailed onRetry={onRetry} />
  </>
)

const DialogFailed = ({ onClose, onRetry }: Closable & Retry) => (
  <ConfirmDialog
    title={panelMessages.failures.crashTitle}
    text={panelMessages.failures.part}
    confirmLabel={panelMessages.table.retry}
    cancelLabel={dialogMessages.close}
    onConfirm={onRetry}
    onClose={onClose}
  />
)
