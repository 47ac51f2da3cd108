import { ConsoleFault } from './console-fault.ts'
import type { Operation } from './operation.ts'
import { readAnswer, unreadable } from './read-answer.ts'

export type PostOptions = {
  token?: string | undefined
  signal?: AbortSignal | undefined
  /** The browser sends the request even if the page is closed meanwhile. */
  isKeptAlive?: boolean
}

/** Sends one operation. The cookie of the session is sent by the browser, which no script can read. */
export async function postOperation<Result, Variables>(
  { name, text }: Operation<Result, Variables>,
  variables: Variables,
  { token, signal, isKeptAlive = false }: PostOptions = {},
): Promise<Result> {
  const response = await send(
    { operationName: name, query: text, variables },
    token === undefined ? {} : { authorization: `Bearer ${token}` },
    { signal, isKeptAlive },
  )
  const { data, partial } = readAnswer(await readJson(response))
  // A page asks for what it needs, so an answer with a hole is a failed answer unless its field may be null.
  const fatal = partial.find(({ code }) => code !== 'UNAVAILABLE')
  if (fatal) throw fatal
  return data as Result
}

async function send(
  body: unknown,
  headers: Readonly<Record<string, string>>,
  { signal, isKeptAlive }: Pick<PostOptions, 'signal'> & { isKeptAlive: boolean },
): Promise<Response> {
  try {
    return await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: signal ?? null,
      keepalive: isKeptAlive,
    })
  } catch (thrown) {
    if (signal?.aborted === true) throw thrown
    throw new ConsoleFault('', { code: 'OFFLINE' })
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    throw unreadable()
  }
}
