// The company that was open last, so that the start page leads there. Only its id is stored.
const storageKey = 'gatehouse-company'

export function rememberCompany(companyId: string): void {
  try {
    localStorage.setItem(storageKey, companyId)
  } catch {
    // Storage is blocked or full: the start page leads to the first company instead.
  }
}

export function lastCompany(): string | undefined {
  try {
    return localStorage.getItem(storageKey) ?? undefined
  } catch {
    return undefined
  }
}
