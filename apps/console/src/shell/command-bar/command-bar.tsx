import { useNavigate } from '@tanstack/react-router'
import { Suspense, lazy, useEffect, useSyncExternalStore } from 'react'
import type { SessionUser } from '../../session/create-session.ts'
import { pagesInRail } from '../rail.tsx'
import { isShortcut } from '../keyboard/shortcuts.ts'
import { type FrameData, useCompanyId } from '../use-frame.ts'
import { commandBar } from '../open-state.ts'

const loadDialog = () => import('./command-dialog.tsx')
const CommandDialog = lazy(async () => ({ default: (await loadDialog()).CommandDialog }))

const sequenceMs = 1_000

type CommandBarProps = { user: SessionUser; frame: FrameData | undefined }

/** Ctrl-K opens it; its code is loaded when the first page is drawn and the browser is idle, or then. Also handles `g` and a letter, which go to a page of the rail. */
export function CommandBar({ user, frame }: CommandBarProps) {
  const isOpen = useSyncExternalStore(commandBar.subscribe, commandBar.isOpen)
  const navigate = useNavigate()
  const companyId = useCompanyId() ?? frame?.company?.id
  useEffect(() => {
    let goUntil = 0
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        commandBar.open()
        return
      }
      if (!isShortcut(event)) return
      const isSequence = performance.now() < goUntil
      goUntil = event.key === 'g' ? performance.now() + sequenceMs : 0
      const page = pagesInRail({ user, frame, companyId }).find(({ rail }) => rail?.shortcut === event.key)
      if (isSequence && page) void navigate({ to: page.path.replace('$companyId', companyId ?? '') })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [user, frame, companyId, navigate])
  useEffect(() => whenIdle(() => void loadDialog()), [])
  if (!isOpen) return null
  return (
    <Suspense>
      <CommandDialog user={user} frame={frame} onClose={commandBar.close} />
    </Suspense>
  )
}

/** Returns a function that cancels it. */
function whenIdle(work: () => void): () => void {
  // Not every browser has it; the code is then loaded with the first use.
  if (!('requestIdleCallback' in window)) return () => {}
  const handle = window.requestIdleCallback(work)
  return () => window.cancelIdleCallback(handle)
}
