import { Toast as Base } from '@base-ui/react/toast'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { toastTexts as texts } from '../../words/en/parts.ts'
import { type Toast, toasts } from './toast-queue.ts'

/** Time to read two sentences; with an action there must be time to decide, too. Pointer and focus stop the clock. */
const shownMs = 5_000
const shownWithActionMs = 10_000
const shownMax = 3

/** The list is a live region that is there before its first toast is added, so that the first is announced, too. */
export function OpenToasts() {
  return (
    <Base.Provider limit={shownMax} timeout={shownMs}>
      <Base.Portal>
        <Base.Viewport className="toasts" aria-label={texts.label}>
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

function ToastList() {
  const { toasts: shown, add, close } = Base.useToastManager<Toast>()
  useEffect(() => {
    function takeAll(): void {
      for (const toast of toasts.take())
        add({
          title: toast.title,
          ...(toast.text === undefined ? {} : { description: toast.text }),
          ...(toast.action ? { timeout: shownWithActionMs } : {}),
          data: toast,
        })
    }
    takeAll()
    return toasts.subscribe(takeAll)
  }, [add])
  return shown.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      className="toast"
      data-tone={toast.data?.tone}
      swipeDirection={['right', 'down', 'up']}
    >
      <Base.Content className="toast-content">
        <Icon name={toast.data?.tone === 'bad' ? 'alert' : 'check'} />
        <div className="toast-text">
          <Base.Title render={<p />} className="toast-title" />
          <Base.Description render={<p />} className="soft small" />
        </div>
        <ToastAction action={toast.data?.action} onDone={() => close(toast.id)} />
        <Base.Close className="icon-button" aria-label={texts.dismiss}>
          <Icon name="close" />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ))
}

function ToastAction({ action, onDone }: { action: Toast['action']; onDone: () => void }) {
  if (!action) return null
  if ('href' in action)
    return (
      <Link className="button" data-size="s" to={action.href} onClick={onDone}>
        {action.label}
      </Link>
    )
  const select = () => {
    action.onSelect()
    onDone()
  }
  return (
    <Base.Action className="button" data-size="s" onClick={select}>
      {action.label}
    </Base.Action>
  )
}
