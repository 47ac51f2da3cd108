// Whether the command bar is open. The button in the header and the keyboard open it from different places.
type Listener = () => void

const listeners = new Set<Listener>()
let isOpen = false

export function isCommandBarOpen(): boolean {
  return isOpen
}

export function openCommandBar(): void {
  setOpen(true)
}

export function closeCommandBar(): void {
  setOpen(false)
}

export function subscribeToCommandBar(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setOpen(next: boolean): void {
  isOpen = next
  for (const listener of listeners) listener()
}
