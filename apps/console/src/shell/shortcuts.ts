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
