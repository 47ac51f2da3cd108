/** The cookie that a login gives, as a header to send. */
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
  if (cookie === undefined) throw new Error(`nobody could log in: ${await response.text()}`)
  return cookie
}
