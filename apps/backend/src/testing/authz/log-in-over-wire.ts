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
