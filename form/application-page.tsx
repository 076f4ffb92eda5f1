import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { ApplicationForm } from './application-form.tsx'
import {
  ApplicationProvider,
  useApplication,
  useApplicationState,
} from './application/application-context.tsx'
import type { Application } from './application/application.ts'
import { pageData } from './application/page-data.ts'
import type { LoadFailure } from './application/state.ts'
import { FormHeader } from './form-header.tsx'
import { useWords } from './language/language-context.tsx'
import { receiptPart } from './later-parts.ts'
import { LoadError } from './load-error.tsx'
import type { ReceiptPageProps } from './receipt/receipt-page.tsx'

const NotLoaded = () => <LoadError />
const ReceiptPage = lazy<ComponentType<ReceiptPageProps>>(() =>
  receiptPart().catch(() => ({ default: NotLoaded })),
)

export function ApplicationPage({ application }: { application: Application }) {
  useEffect(() => application.attach(), [application])
  return (
    <ApplicationProvider value={application}>
      <Page />
    </ApplicationProvider>
  )
}

function Page() {
  const page = useApplicationState((state) => state.page)
  const link = useApplicationState((state) => state.link)
  const form = useApplicationState((state) => state.form)
  const receipt = useApplicationState((state) => state.receipt)
  if (page.is === 'failed') return <Failed why={page.why} />
  if (page.is === 'loading' || !link) return <Loading />
  if (page.is === 'receipt' && receipt) {
    return (
      <Suspense fallback={<Loading />}>
        <ReceiptPage key={receipt.token} company={link.company} receipt={receipt} />
      </Suspense>
    )
  }
  return <ApplicationForm company={link.company} form={form} />
}

function Failed({ why }: { why: LoadFailure }) {
  const words = useWords()
  const { reopen } = useApplication()
  const again = () => {
    // The embedded page data doesn't change without a reload.
    if (pageData() !== null) window.location.reload()
    else reopen()
  }
  return <LoadError error={why.say(words)} again={why.again ? again : null} />
}

function Loading() {
  const words = useWords()
  const link = pageData()?.link
  const waiting = (
    <p className="loading" role="status">
      {words.loading}
    </p>
  )
  if (link?.status === 'success') {
    return (
      <main className="page">
        <FormHeader company={link.data.company} />
        {waiting}
      </main>
    )
  }
  return (
    <main>
      <h1 className="only-heard">{words.title}</h1>
      {waiting}
    </main>
  )
}
