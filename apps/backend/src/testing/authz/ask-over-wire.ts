// Sends an operation to a running backend: by POST, or over a WebSocket if it is a subscription.
import { createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import { type GraphqlBody, readGraphql } from '../read-graphql.ts'
import type { ComposedOperation } from './compose-operation.ts'
import { refusals } from './expected-outcome.ts'

export type Caller = { url: string; authorization: string | undefined; cookie?: string }

export async function askOverWire(caller: Caller, operation: ComposedOperation): Promise<GraphqlBody> {
  return operation.kind === 'Subscription' ? askBySocket(caller, operation) : askByPost(caller, operation)
}

async function askByPost({ url, authorization, cookie }: Caller, { query, variables }: ComposedOperation) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(authorization === undefined ? {} : { authorization }),
      ...(cookie === undefined ? {} : { cookie }),
    },
    body: JSON.stringify({ query, variables }),
  })
  return readGraphql(response)
}

const requestEveryMs = 100

/** Returns the first result. If the socket itself is refused, its close code becomes the error. */
async function askBySocket(
  caller: Caller,
  { query, variables, name }: ComposedOperation,
): Promise<GraphqlBody> {
  const answer = Promise.withResolvers<GraphqlBody>()
  const client = createClient({
    url: `${caller.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    connectionParams: { authorization: caller.authorization },
    on: {
      closed(event) {
        const { code, reason } = event as { code: number; reason: string }
        const extensions = { code: 'UNAUTHENTICATED', fault: refusals.UNAUTHENTICATED, request_id: '' }
        if (code === 4403) answer.resolve({ errors: [{ message: reason, path: [name], extensions }] })
        else answer.reject(new Error(`the socket closed with ${code} ${reason}`))
      },
    },
  })
  // Every request writes a log line, so these give the log stream something to send.
  const talk = setInterval(() => void fetch(`${caller.url}/nowhere`).catch(() => undefined), requestEveryMs)
  try {
    client.subscribe(
      { query, variables },
      {
        next: (result) => answer.resolve(result as GraphqlBody),
        error: (error) => answer.resolve({ errors: error as GraphqlBody['errors'] & object }),
        complete: () => undefined,
      },
    )
    return await answer.promise
  } finally {
    clearInterval(talk)
    await client.dispose()
  }
}

/** Logs in and returns the session cookie as the value of a `cookie` header. */
export async function logInOverWire(
  url: string,
  credentials: { email: string; password: string },
): Promise<string> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query:
        'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { expiresAt } }',
      variables: credentials,
    }),
  })
  const [cookie] = response.headers.get('set-cookie')?.split(';') ?? []
  if (cookie === undefined) throw new Error(`login failed: ${await response.text()}`)
  return cookie
}
