// The theme is a property of the browser, not of the account: public/theme.js applies it before the first paint.
export type Theme = 'system' | 'light' | 'dark'

const storageKey = 'gatehouse-theme'

export function readTheme(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  try {
    if (theme === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // Storage is blocked: the theme lasts until the page is left.
  }
}
