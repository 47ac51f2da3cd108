import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { dialogTexts } from '../words/en/parts.ts'
import { IconButton } from './form/button.tsx'

type DialogProps = {
  title: string
  children: ReactNode
  /** Called by Escape, the close button and a click beside the dialog. Without it, only the content can close it. */
  onClose?: (() => void) | undefined
  width?: 'm' | 'l'
}

/**
 * The native element: the page behind is inert, the focus stays inside and returns afterwards. It begins in the first
 * field for text, so that typing needs no click.
 */
export function Dialog({ title, children, onClose, width = 'm' }: DialogProps) {
  const titleId = useId()
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = element.current
    if (dialog && !dialog.open) {
      dialog.showModal()
      dialog.querySelector<HTMLElement>('input.input, textarea.input')?.focus()
    }
    return () => dialog?.close()
  }, [])
  function cancel(event: SyntheticEvent): void {
    event.preventDefault()
    onClose?.()
  }
  return (
    // A click on the element itself is a click on its backdrop. Escape does the same for the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={element}
      className="dialog"
      data-width={width}
      aria-labelledby={titleId}
      onCancel={cancel}
      onKeyDown={(event) => {
        // Chromium closes a dialog at the second Escape without asking; the key is handled here instead.
        if (event.key === 'Escape') cancel(event)
      }}
      onClick={(event) => event.target === element.current && onClose?.()}
    >
      <div className="dialog-body">
        <header className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          {onClose ? <IconButton icon="close" label={dialogTexts.close} onClick={onClose} /> : null}
        </header>
        {children}
      </div>
    </dialog>
  )
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <footer className="dialog-actions">{children}</footer>
}
