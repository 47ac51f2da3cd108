import { useNavigate } from '@tanstack/react-router'
import { Suspense, lazy, useEffect, useSyncExternalStore } from 'react'
import type { SessionUser } from '../../session/create-session.ts'
import { pagesInRail } from '../rail.tsx'
import { areShortcutsOn } from '../shortcuts.ts'
import { type FrameData, useCompanyId } from '../use-frame.ts'
import {
  closeCommandBar,
  isCommandBarOpen,
  openCommandBar,
  subscribeToCommandBar,
} from './command-bar-state.ts'

const CommandDialog = lazy(async () => ({ default: (await import('./command-dialog.tsx')).CommandDialog }))

const sequenceMs = 1_000

type CommandBarProps = { user: SessionUser; frame: FrameData | undefined }

/** Ctrl-K opens it; its code is loaded then. Also handles `g` and a letter, which go to a page of the rail. */
export function CommandBar({ user, frame }: CommandBarProps) {
  const isOpen = useSyncExternalStore(subscribeToCommandBar, isCommandBarOpen)
  const navigate = useNavigate()
  const companyId = useCompanyId()
  useEffect(() => {
    let goUntil = 0
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        openCommandBar()
        return
      }
      if (!isPlainKey(event)) return
      const isSequence = performance.now() < goUntil
      goUntil = event.key === 'g' ? performance.now() + sequenceMs : 0
      const page = pagesInRail({ user, frame, companyId }).find(({ rail }) => rail?.shortcut === event.key)
      if (isSequence && page) void navigate({ to: page.path.replace('$companyId', companyId ?? '') })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [user, frame, companyId, navigate])
  if (!isOpen) return null
  return (
    <Suspense>
      <CommandDialog user={user} frame={frame} onClose={closeCommandBar} />
    </Suspense>
  )
}

/** A letter alone, not typed into a field and not part of a browser's or screen reader's own shortcut. */
function isPlainKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key.length !== 1 || ctrlKey || metaKey || altKey || !areShortcutsOn()) return false
  return !(target instanceof HTMLElement && target.closest('input, textarea, select, dialog, [role=grid]'))
}
