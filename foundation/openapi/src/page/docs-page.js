// Renders openapi.json and sends the filled-in forms to the service that served this page. All content is inserted as
// text, so nothing in a service's document or response can become markup.
const byId = (id) => document.getElementById(id)

function make(name, attributes = {}, ...children) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}

const asText = (value) => JSON.stringify(value, null, 2)

async function start() {
  const response = await fetch('openapi.json')
  const api = await response.json()
  document.title = api.info.title
  byId('title').textContent = `${api.info.title} ${api.info.version}`
  byId('description').textContent = api.info.description
  const scheme = api.components.securitySchemes?.bearer
  byId('token-label').hidden = scheme === undefined
  byId('token-label').title = scheme?.description ?? ''
  const entries = api.tags.flatMap(({ name }) => renderTag(api, name))
  byId('operations').replaceChildren(...entries.map(({ element }) => element))
  byId('filter').addEventListener('input', (event) => {
    const wanted = event.target.value.toLowerCase()
    for (const { element, words } of entries) element.hidden = !words.includes(wanted)
  })
}

function renderTag(api, tag) {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ path, method, operation })),
  )
  const entries = operations.map((entry) => ({
    element: renderOperation(api, entry),
    words: `${tag} ${entry.method} ${entry.path} ${entry.operation.summary}`.toLowerCase(),
  }))
  // Hide a heading when every operation under it is hidden.
  const heading = { element: make('h2', {}, tag), words: entries.map(({ words }) => words).join('\n') }
  return [heading, ...entries]
}

function renderOperation(api, { path, method, operation }) {
  const inputs = new Map()
  const rows = operation.parameters.map((parameter) => {
    const input = renderInput(parameter)
    inputs.set(parameter, input)
    return make(
      'tr',
      {},
      make('td', {}, make('code', {}, parameter.name), parameter.required ? ' (required)' : ''),
      make('td', {}, input),
      make('td', {}, parameter.description ?? ''),
    )
  })
  const body = operation.requestBody && renderBody(operation.requestBody)
  const answer = make('div', { class: 'answer', 'aria-live': 'polite' })
  const button = make('button', { type: 'button' }, 'Send')
  const curl = make('pre', {}, '')
  const target = (api.servers?.[0]?.url ?? '') + path
  const compose = () => composeRequest({ target, method, operation, inputs, body })
  button.addEventListener('click', async () => {
    button.disabled = true
    const request = compose()
    curl.textContent = shellCommand(request)
    await send(request, answer)
    button.disabled = false
  })
  const inside = make('div', { class: 'inside' })
  if (operation.description) inside.append(make('p', {}, operation.description))
  if (operation.security) inside.append(make('p', { class: 'quiet' }, 'Needs the bearer token.'))
  if (rows.length > 0) inside.append(make('h3', {}, 'Parameters'), make('table', {}, ...rows))
  if (body) inside.append(make('h3', {}, 'Body'), body)
  inside.append(
    make('p', {}, button),
    curl,
    answer,
    make('h3', {}, 'Answers'),
    ...renderAnswers(api, operation),
  )
  return make(
    'details',
    { id: operation.operationId },
    make(
      'summary',
      {},
      make('span', { class: 'method' }, method.toUpperCase()),
      make('code', {}, path),
      make('span', {}, operation.summary),
    ),
    inside,
  )
}

function renderInput({ name, schema }) {
  if (!schema.enum)
    return make('input', { 'aria-label': name, placeholder: schema.format ?? schema.type ?? '' })
  const options = ['', ...schema.enum].map((value) => make('option', { value }, value))
  return make('select', { 'aria-label': name }, ...options)
}

function renderBody({ content }) {
  const { schema = {}, example } = content['application/json'] ?? {}
  const area = make('textarea', { 'aria-label': 'body', spellcheck: 'false' })
  area.value = asText(example ?? exampleOf(schema))
  return area
}

function exampleOf(schema) {
  if (schema.enum) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties)
        .filter(([name]) => schema.required?.includes(name))
        .map(([name, inner]) => [name, exampleOf(inner)]),
    )
  if (schema.items) return [exampleOf(schema.items)]
  if (schema.format === 'date-time') return new Date().toISOString()
  return { string: '', integer: 0, number: 0, boolean: false }[schema.type] ?? null
}

function renderAnswers(api, { responses }) {
  return Object.entries(responses).flatMap(([status, { description, content = {} }]) => {
    const line = make('p', {}, make('code', {}, status), ` ${description}`)
    const schemas = Object.entries(content).map(([type, { schema }]) => {
      const name = schema.$ref?.split('/').at(-1)
      const shown = name ? api.components.schemas[name] : schema
      return make('details', {}, make('summary', {}, type), make('pre', {}, asText(shown)))
    })
    return [line].concat(schemas)
  })
}

function composeRequest({ target, method, operation, inputs, body }) {
  let url = target
  const query = new URLSearchParams()
  const headers = {}
  for (const [parameter, { value }] of inputs) {
    if (parameter.in === 'path') url = url.replace(`{${parameter.name}}`, encodeURIComponent(value))
    else if (value === '') continue
    else if (parameter.in === 'header') headers[parameter.name] = value
    else query.set(parameter.name, value)
  }
  const token = byId('token').value
  if (operation.security && token !== '') headers.authorization = `Bearer ${token}`
  if (body) headers['content-type'] = 'application/json'
  // If the answer has several content types, the page can display any of them.
  const types = Object.keys(operation.responses['200']?.content ?? {})
  if (types.length > 1) headers.accept = types.join(', ')
  if (query.size > 0) url += `?${query}`
  return { url, options: { method: method.toUpperCase(), headers, body: body?.value } }
}

/** The request as a shell command. The token is left out, because the command is copied and shared. */
function shellCommand({ url, options }) {
  const quote = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const headers = Object.entries(options.headers).map(([name, value]) =>
    name === 'authorization' ? '-H "Authorization: Bearer $TOKEN"' : `-H ${quote(`${name}: ${value}`)}`,
  )
  const parts = ['curl', '-X', options.method, quote((globalThis.location?.origin ?? '') + url)].concat(
    headers,
  )
  if (options.body !== undefined) parts.push('-d', quote(options.body))
  return parts.join(' ')
}

async function send({ url, options }, answer) {
  const startedMs = performance.now()
  try {
    const response = await fetch(url, options)
    const body = make('pre', {}, '')
    const line = make('p', {}, make('code', {}, String(response.status)))
    answer.replaceChildren(line, make('pre', {}, answerHeaders(response.headers)), body)
    const text = await readText(response, (soFar) => (body.textContent = soFar))
    const tookMs = Math.round(performance.now() - startedMs)
    line.append(` in ${tookMs} ms, request ${response.headers.get('x-request-id')}`)
    body.textContent = readable(text)
  } catch (error) {
    answer.replaceChildren(make('p', {}, `The request could not be sent: ${error.message}`))
  }
}

/** Headers that describe the answer, without those of the transport. */
function answerHeaders(headers) {
  const shown = [...headers].filter(([name]) => /^(?:x-|etag|retry-after|server-timing)/.test(name))
  return shown.map(([name, value]) => `${name}: ${value}`).join('\n')
}

/** Shows a stream while it arrives. */
async function readText(response, onText) {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text()
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true })
    onText(text)
  }
  return text
}

function readable(text) {
  try {
    return asText(JSON.parse(text))
  } catch {
    return text
  }
}

start().catch((error) => {
  byId('operations').textContent = `openapi.json could not be shown: ${error.message}`
})
