// Whether a dialog of the shell is open. Buttons, menus and the keyboard open it from different places.
type Listener = () => void

type OpenState = {
  isOpen: () => boolean
  open: () => void
  close: () => void
  subscribe: (listener: Listener) => () => void
}

function createOpenState(): OpenState {
  const listeners = new Set<Listener>()
  let isOpen = false
  function set(next: boolean): void {
    isOpen = next
    for (const listener of listeners) listener()
  }
  return {
    isOpen: () => isOpen,
    open: () => set(true),
    close: () => set(false),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const commandBar = createOpenState()

export const keyboardList = createOpenState()
