// Long-running work that survives navigation, such as uploads and exports. It is kept outside React because the work
// goes on while its page is gone.
export type TrayItem = {
  id: string
  title: string
  state: 'running' | 'done' | 'failed'
  /** What is happening, in words. */
  text: string
  /** From 0 to 1, if it is known. */
  share?: number
  href?: string
  onCancel?: () => void
}

type TrayWork = {
  report: (progress: { text: string; share?: number }) => void
  finish: (end: { state: 'done' | 'failed'; text: string; href?: string }) => void
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
        finish: ({ state, text, href }) =>
          change(id, ({ title }) => ({ id, title, state, text, ...(href === undefined ? {} : { href }) })),
      }
    },
    dismiss: (id) => set(items.filter((item) => item.id !== id)),
  }
}

/** The tray of this tab. */
export const tray = createTrayStore()
