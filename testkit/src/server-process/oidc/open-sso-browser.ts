// A browser that follows redirects between the console, the backend and providers, and keeps the cookies of each.

export type SsoBrowser = {
  /** Follows redirects until a page of the console is reached, or the path of the next request begins with `stopAt`. */
  follow(url: string | URL, options?: { stopAt?: string }): Promise<{ reached: URL; visited: URL[] }>
  /** The cookies of the console's origin. */
  cookies: ReadonlyMap<string, string>
}

export type SsoBrowserOptions = {
  consoleUrl: string
  /** Serves /sso and /graphql at the console's origin. */
  backendUrl: string
  address: string
}

const redirectsMax = 15

export function openSsoBrowser({ consoleUrl, backendUrl, address }: SsoBrowserOptions): SsoBrowser {
  const jars = new Map<string, Map<string, string>>()
  const consoleOrigin = new URL(consoleUrl).origin

  function jarOf(url: URL): Map<string, string> {
    const jar = jars.get(url.origin) ?? new Map<string, string>()
    jars.set(url.origin, jar)
    return jar
  }

  async function visit(url: URL): Promise<URL> {
    const isBackend = url.origin === consoleOrigin
    const target = isBackend ? new URL(`${url.pathname}${url.search}`, backendUrl) : url
    const cookie = [...jarOf(url)].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(target, {
      redirect: 'manual',
      headers: { ...(cookie && { cookie }), ...(isBackend && { 'x-forwarded-for': address }) },
    })
    for (const header of response.headers.getSetCookie()) keep(jarOf(url), header)
    const location = response.headers.get('location')
    if (location === null)
      throw new Error(`${url.href} answered ${response.status}: ${await response.text()}`)
    await response.body?.cancel()
    return new URL(location, url)
  }

  return {
    cookies: jarOf(new URL(consoleUrl)),
    async follow(start, { stopAt } = {}) {
      const visited: URL[] = []
      let next = new URL(start, consoleUrl)
      const isThere = (url: URL) =>
        (stopAt !== undefined && url.pathname.startsWith(stopAt)) ||
        (url.origin === consoleOrigin && !url.pathname.startsWith('/sso/'))
      while (!isThere(next)) {
        if (visited.length === redirectsMax) throw new Error(`too many redirects, the last to ${next.href}`)
        visited.push(next)
        next = await visit(next)
      }
      return { reached: next, visited }
    },
  }
}

function keep(jar: Map<string, string>, header: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
  if (value === '') jar.delete(name)
  else jar.set(name, value)
}
