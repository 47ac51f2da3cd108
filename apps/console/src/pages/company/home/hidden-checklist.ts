// Whether a person has hidden the checklist of a company, in this browser.
const storageKey = (companyId: string) => `gatehouse-checklist-${companyId}`

export function isChecklistHidden(companyId: string): boolean {
  try {
    return localStorage.getItem(storageKey(companyId)) === 'hidden'
  } catch {
    return false
  }
}

export function hideChecklist(companyId: string): void {
  try {
    localStorage.setItem(storageKey(companyId), 'hidden')
  } catch {
    // Storage is blocked: it is hidden until the page is left.
  }
}
