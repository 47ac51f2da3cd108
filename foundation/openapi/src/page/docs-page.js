// Shows openapi.json and sends what one fills in to the service that served this page. Everything is put in as text, so
// nothing that a service says can become part of the page.
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
  // The heading goes when all that is under it has gone.
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
  button.addEventListener('click', async () => {
    button.disabled = true
    await send({ path, method, operation, inputs, body }, answer)
    button.disabled = false
  })
  const inside = make('div', { class: 'inside' })
  if (operation.description) inside.append(make('p', {}, operation.description))
  if (operation.security) inside.append(make('p', { class: 'quiet' }, 'Needs the bearer token.'))
  if (rows.length > 0) inside.append(make('h3', {}, 'Parameters'), make('table', {}, ...rows))
  if (body) inside.append(make('h3', {}, 'Body'), body)
  inside.append(make('p', {}, button), answer, make('h3', {}, 'Answers'), ...renderAnswers(api, operation))
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
  const schema = content['application/json']?.schema ?? {}
  const area = make('textarea', { 'aria-label': 'body', spellcheck: 'false' })
  area.value = asText(exampleOf(schema))
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

async function send({ path, method, operation, inputs, body }, answer) {
  let target = path
  const query = new URLSearchParams()
  for (const [parameter, { value }] of inputs) {
    if (parameter.in === 'path') target = target.replace(`{${parameter.name}}`, encodeURIComponent(value))
    else if (value !== '') query.set(parameter.name, value)
  }
  const headers = {}
  const token = byId('token').value
  if (operation.security && token !== '') headers.authorization = `Bearer ${token}`
  if (body) headers['content-type'] = 'application/json'
  const startedMs = performance.now()
  try {
    const response = await fetch(query.size > 0 ? `${target}?${query}` : target, {
      method: method.toUpperCase(),
      headers,
      body: body?.value,
    })
    const text = await response.text()
    const tookMs = Math.round(performance.now() - startedMs)
    const id = response.headers.get('x-request-id')
    answer.replaceChildren(
      make('p', {}, make('code', {}, String(response.status)), ` in ${tookMs} ms, request ${id}`),
      make('pre', {}, readable(text)),
    )
  } catch (error) {
    answer.replaceChildren(make('p', {}, `It could not be sent: ${error.message}`))
  }
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
