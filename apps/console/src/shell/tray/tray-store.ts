// Long-running work that survives navigation, such as uploads and exports. It is kept outside React because the work
// goes on while its page is gone.
/** One of several things that a piece of work consists of, such as a file of an upload. */
export type TrayPart = {
  id: string
  title: string
  state: 'waiting' | 'running' | 'done' | 'failed'
  /** Its state in words; for a failed one, the reason. */
  text: string
  href?: string
}

export type TrayItem = {
  id: string
  title: string
  state: 'running' | 'done' | 'failed'
  /** What is happening, in words. */
  text: string
  /** From 0 to 1, if it is known. */
  share?: number
  parts?: readonly TrayPart[]
  href?: string
  onCancel?: () => void
}

type TrayWork = {
  report: (progress: { text: string; share?: number; parts?: readonly TrayPart[] }) => void
  finish: (end: {
    state: 'done' | 'failed'
    text: string
    href?: string
    parts?: readonly TrayPart[]
  }) => void
  /** Says what became of finished work later. */
  amend: (news: { text: string; parts: readonly TrayPart[] }) => void
  isShown: () => boolean
}

type Listener = () => void

export type TrayStore = {
  items: () => readonly TrayItem[]
  subscribe: (listener: Listener) => () => void
  begin: (work: { title: string; text: string; onCancel?: () => void }) => TrayWork
  dismiss: (id: string) => void
}

export function createTrayStore(): TrayStore {
  let items: readonly TrayItem[] = []
  let count = 0
  const listeners = new Set<Listener>()
  function set(next: readonly TrayItem[]): void {
    items = next
    for (const listener of listeners) listener()
  }
  function change(id: string, changed: (item: TrayItem) => TrayItem): void {
    set(items.map((item) => (item.id === id ? changed(item) : item)))
  }
  return {
    items: () => items,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    begin(work) {
      count += 1
      const id = `work-${count}`
      set([...items, { id, state: 'running', ...work }])
      return {
        report: (progress) =>
          change(id, (item) => (item.state === 'running' ? { ...item, ...progress } : item)),
        finish: (end) => change(id, ({ title }) => ({ id, title, ...end })),
        amend: (news) => change(id, (item) => ({ ...item, ...news })),
        isShown: () => items.some((item) => item.id === id),
      }
    },
    dismiss: (id) => set(items.filter((item) => item.id !== id)),
  }
}

/** The tray of this tab. */
export const tray = createTrayStore()
