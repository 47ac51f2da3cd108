import { Suspense, lazy, useEffect, useSyncExternalStore } from 'react'
import type { Page } from '../../pages/page.ts'
import { keyboardList } from '../open-state.ts'
import { isShortcut } from './shortcuts.ts'

const KeyboardDialog = lazy(async () => ({
  default: (await import('./keyboard-dialog.tsx')).KeyboardDialog,
}))

/** `?` opens the list of shortcuts; its code is loaded then. */
export function KeyboardList({ pages }: { pages: readonly Page[] }) {
  const isOpen = useSyncExternalStore(keyboardList.subscribe, keyboardList.isOpen)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== '?' || !isShortcut(event)) return
      event.preventDefault()
      keyboardList.open()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  if (!isOpen) return null
  return (
    <Suspense>
      <KeyboardDialog pages={pages} onClose={keyboardList.close} />
    </Suspense>
  )
}
