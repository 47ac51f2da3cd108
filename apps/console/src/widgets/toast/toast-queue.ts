// Outcomes that need no page and no answer: saved, copied, revoked. Faults are shown where they happened instead. The
// queue is outside React, because an outcome may come after its page is gone.
export type Toast = {
  title: string
  /** Bad only for an undo that failed: the page with room for its fault may be gone. */
  tone?: 'good' | 'bad'
  /** A second sentence, for outcomes that are not obvious. */
  text?: string
  /** Takes the change back, or leads to what came of it. */
  action?: { label: string; onSelect: () => void } | { label: string; href: string }
}

type Listener = () => void

export type ToastQueue = {
  show: (toast: Toast) => void
  /** The toasts that have not been taken, oldest first. */
  take: () => readonly Toast[]
  /** Whether there has ever been one. */
  wasUsed: () => boolean
  subscribe: (listener: Listener) => () => void
}

export function createToastQueue(): ToastQueue {
  const listeners = new Set<Listener>()
  let waiting: Toast[] = []
  let wasUsed = false
  return {
    show(toast) {
      waiting.push(toast)
      wasUsed = true
      for (const listener of listeners) listener()
    },
    take() {
      const taken = waiting
      waiting = []
      return taken
    },
    wasUsed: () => wasUsed,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const queue = createToastQueue()

export const toasts: ToastQueue = queue

export function showToast(toast: Toast): void {
  queue.show(toast)
}
