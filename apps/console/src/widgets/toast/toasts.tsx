import { Suspense, lazy, useSyncExternalStore } from 'react'
import { toasts } from './toast-queue.ts'

const OpenToasts = lazy(async () => ({ default: (await import('./open-toasts.tsx')).OpenToasts }))

/** Shows what `showToast` is given. The code is loaded with the first toast, and stays. */
export function Toasts() {
  const wasUsed = useSyncExternalStore(toasts.subscribe, toasts.wasUsed)
  if (!wasUsed) return null
  return (
    <Suspense>
      <OpenToasts />
    </Suspense>
  )
}
