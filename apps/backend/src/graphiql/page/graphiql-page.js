// Opens GraphiQL for a user who has a session, and asks others to log in. The access token is kept in memory only; the
// session is in a cookie that scripts cannot read.
let token

const post = (body, headers = {}) =>
  fetch('graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

async function openSession(request, name) {
  const { data, errors } = await (await post(request)).json()
  token = data?.[name]?.accessToken
  return errors?.[0]?.message
}

const refresh = () => openSession({ query: 'mutation { refresh { accessToken } }' }, 'refresh')

const logIn = (variables) =>
  openSession(
    {
      query:
        'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { accessToken } }',
      variables,
    },
    'login',
  )

/** Sends a request of GraphiQL; an access token that has expired is renewed once. */
async function send(_url, { body, headers }) {
  const answer = await post(body, { ...headers, authorization: `Bearer ${token}` })
  const isExpired = (await answer.clone().text()).includes('"UNAUTHENTICATED"')
  if (!isExpired) return answer
  await refresh()
  return token ? post(body, { ...headers, authorization: `Bearer ${token}` }) : answer
}

function show() {
  document.getElementById('login').hidden = token !== undefined
  const root = document.getElementById('graphiql')
  root.hidden = token === undefined
  if (token === undefined) return
  const fetcher = GraphiQL.createFetcher({ url: 'graphql', fetch: send })
  const defaultQuery = '{\n  whoAmI {\n    email\n  }\n}\n'
  ReactDOM.createRoot(root).render(React.createElement(GraphiQL, { fetcher, defaultQuery }))
}

document.getElementById('login').addEventListener('submit', (event) => {
  event.preventDefault()
  const report = (message = '') => {
    document.getElementById('problem').textContent = message
    show()
  }
  void logIn(Object.fromEntries(new FormData(event.target))).then(report, ({ message }) => report(message))
})

void refresh().then(show, show)
