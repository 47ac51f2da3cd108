// Opens GraphiQL for a user who has a session, and asks others to log in. The access token is kept in memory only; the
// session is in a cookie that scripts cannot read.
let token
let expiresAtMs = 0
/** Challenge of a login whose second factor is missing. */
let challenge

const post = (body, headers = {}) =>
  fetch('graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

/** Returns the problem to show, if there is one. */
async function openSession(request, name) {
  const { data, errors } = await (await post(request)).json()
  token = data?.[name]?.accessToken
  expiresAtMs = Date.parse(data?.[name]?.expiresAt)
  const [error] = errors ?? []
  const fault = error?.extensions?.fault
  if (fault === 'identity.second_factor_required') {
    challenge = error.extensions.details.challenge
    return undefined
  }
  // After a wrong code the same challenge can be tried again.
  if (fault === 'identity.challenge_over') challenge = undefined
  return error?.message
}

const refresh = () => openSession({ query: 'mutation { refresh { accessToken expiresAt } }' }, 'refresh')

const logIn = (variables) =>
  openSession(
    {
      query:
        'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { accessToken expiresAt } }',
      variables,
    },
    'login',
  )

const completeLogin = ({ code }) =>
  openSession(
    {
      query:
        'mutation ($challenge: String!, $code: String!) { completeLogin(challenge: $challenge, code: $code) { accessToken expiresAt } }',
      variables: { challenge, code },
    },
    'completeLogin',
  )

const renewBeforeMs = 30_000

/** Sends a request of GraphiQL once, because it may change something. The access token is renewed before it expires. */
async function send(_url, { body, headers }) {
  if (Date.now() > expiresAtMs - renewBeforeMs) await refresh()
  return post(body, token ? { ...headers, authorization: `Bearer ${token}` } : headers)
}

function show(message = '') {
  const isLoggedIn = token !== undefined
  document.getElementById('login').hidden = isLoggedIn || challenge !== undefined
  document.getElementById('second-step').hidden = isLoggedIn || challenge === undefined
  for (const problem of document.querySelectorAll('.problem')) problem.textContent = message
  const root = document.getElementById('graphiql')
  root.hidden = !isLoggedIn
  if (!isLoggedIn) return
  const fetcher = GraphiQL.createFetcher({ url: 'graphql', fetch: send })
  const defaultQuery = '{\n  whoAmI {\n    email\n  }\n}\n'
  ReactDOM.createRoot(root).render(React.createElement(GraphiQL, { fetcher, defaultQuery }))
}

function onSubmit(id, work) {
  document.getElementById(id).addEventListener('submit', (event) => {
    event.preventDefault()
    void work(Object.fromEntries(new FormData(event.target))).then(show, ({ message }) => show(message))
  })
}

onSubmit('login', logIn)
onSubmit('second-step', completeLogin)

void refresh().then(
  () => show(),
  () => show(),
)
