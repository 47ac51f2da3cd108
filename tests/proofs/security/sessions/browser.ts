// A browser: a cookie jar that its tabs share without knowing of each other. A tab reads the jar when it sends a request,
// and the jar changes when an answer arrives, in whichever order answers arrive.

type Answer = {
  data?: Record<string, unknown> | null
  faults: readonly string[]
  /** Details of the first error. */
  details: Readonly<Record<string, unknown>> | undefined
}

export type Browser = {
  ask(query: string, options?: AskOptions): Promise<Answer>
  /** The value of the refresh cookie, as a thief would copy it. */
  copyJar(): ReadonlyMap<string, string>
}

type AskOptions = {
  variables?: Record<string, unknown>
  accessToken?: string | undefined
  /** Closes the tab while it waits for the answer. */
  signal?: AbortSignal
  /** Delays the arrival of the answer, as a slow connection does. */
  arrivesAfter?: () => Promise<void>
}

export type BrowserIdentity = {
  address: string
  userAgent?: string
  jar?: ReadonlyMap<string, string>
}

export function openBrowser(
  url: string,
  { address, userAgent = 'a browser', jar }: BrowserIdentity,
): Browser {
  const cookies = new Map(jar)
  return {
    copyJar: () => new Map(cookies),
    async ask(query, { variables = {}, accessToken, signal, arrivesAfter } = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': address,
          'user-agent': userAgent,
          ...(cookie && { cookie }),
          ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
        },
        body: JSON.stringify({ query, variables }),
        ...(signal && { signal }),
      })
      await arrivesAfter?.()
      signal?.throwIfAborted()
      for (const header of response.headers.getSetCookie()) keepCookie(cookies, header)
      const body = (await response.json()) as {
        data?: Record<string, unknown> | null
        errors?: { extensions: { fault: string; details?: Record<string, unknown> } }[]
      }
      const { data, errors = [] } = body
      return {
        ...(data !== undefined && { data }),
        faults: errors.map(({ extensions }) => extensions.fault),
        details: errors[0]?.extensions.details,
      }
    },
  }
}

function keepCookie(cookies: Map<string, string>, header: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
  if (value === '' || /max-age=0/i.test(header)) cookies.delete(name)
  else cookies.set(name, value)
}

export const loggingIn =
  'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { accessToken } }'

export const refreshing = 'mutation { refresh { accessToken } }'

export async function logInWith(
  browser: Browser,
  credentials: { email: string; password: string },
): Promise<string> {
  const { data, faults } = await browser.ask(loggingIn, { variables: credentials })
  if (faults.length > 0) throw new Error(`the login failed: ${faults.join()}`)
  return (data as { login: { accessToken: string } }).login.accessToken
}
