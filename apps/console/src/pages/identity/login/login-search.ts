// The query of the login page. `return` comes from an address that anyone can write, so only a path of the console is
// taken: a second slash or a backslash would begin another host.
export type LoginSearch = {
  return: string
  ended: boolean
  /** The server did not confirm the logout that led here. */
  unconfirmed: boolean
  error: string | undefined
  requestId: string | undefined
}

export function readLoginSearch(raw: Readonly<Record<string, unknown>>): LoginSearch {
  return {
    return: readReturnPath(raw['return']),
    ended: raw['ended'] === true,
    unconfirmed: raw['unconfirmed'] === true,
    error: textOrNothing(raw['error']),
    requestId: textOrNothing(raw['request_id']),
  }
}

export function readReturnPath(given: unknown): string {
  const isPath = typeof given === 'string' && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(given)
  return isPath && !isLoginPath(given) ? given : '/'
}

export function isLoginPath(path: string): boolean {
  return /^\/login(?:[?#/]|$)/.test(path)
}

function textOrNothing(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
