// A person who uses the platform over GraphQL, as the web console will.
export type ConsoleUser = {
  email: string
  backend: string
  /** Throws if the answer has errors. */
  ask<Data>(query: string, variables?: Readonly<Record<string, unknown>>): Promise<Data>
  /** Access tokens are valid for 15 minutes. */
  logInAgain(): Promise<void>
  /** Value of the `authorization` header. */
  authorization(): string
}

type Credentials = { email: string; password: string }

export async function logIn(backend: string, credentials: Credentials): Promise<ConsoleUser> {
  let authorization = ''
  async function logInAgain(): Promise<void> {
    const { login } = await post<{ login: { accessToken: string } }>(backend, {
      query:
        'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { accessToken } }',
      variables: { ...credentials },
    })
    authorization = `Bearer ${login.accessToken}`
  }
  await logInAgain()
  return {
    email: credentials.email,
    backend,
    ask: (query, variables = {}) => post(backend, { query, variables }, { authorization }),
    logInAgain,
    authorization: () => authorization,
  }
}

/** Creates the account of an invited person with the token from the mail. */
export async function acceptInvitation(
  backend: string,
  { email, token }: { email: string; token: string },
): Promise<ConsoleUser> {
  const password = `the password of ${email}`
  await post(backend, {
    query:
      'mutation ($token: String!, $password: String!) { acceptInvitation(token: $token, password: $password) { user { email } } }',
    variables: { token, password },
  })
  return logIn(backend, { email, password })
}

async function post<Data>(
  backend: string,
  body: { query: string; variables: Readonly<Record<string, unknown>> },
  headers: Readonly<Record<string, string>> = {},
): Promise<Data> {
  const response = await fetch(`${backend}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const { data, errors } = (await response.json()) as { data?: Data; errors?: unknown }
  if (errors !== undefined || data === undefined)
    throw new Error(`GraphQL answered ${response.status} ${JSON.stringify(errors)}`)
  return data
}
