// Whether letters alone are shortcuts. They can be turned off, because speech input types letters by mistake.
const storageKey = 'gatehouse-shortcuts'

export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

export function setShortcutsOn(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // Storage is blocked: shortcuts stay on.
  }
}

/** A character alone, not typed into a field and not part of a browser's or screen reader's own shortcut. */
export function isShortcut({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key.length !== 1 || ctrlKey || metaKey || altKey || !areShortcutsOn()) return false
  return !(target instanceof HTMLElement && target.closest('input, textarea, select, dialog, [role=grid]'))
}
