import { useState } from 'react'

/**
 * The token of a mailed link. It is in the fragment, which no server sees, and it is taken out of the address at once,
 * so that it stays neither in the history nor on the screen.
 */
export function useLinkToken(): string | undefined {
  const [token] = useState(() => {
    const found = window.location.hash.slice(1)
    if (found !== '') window.history.replaceState(window.history.state, '', window.location.pathname)
    return found === '' ? undefined : found
  })
  return token
}
