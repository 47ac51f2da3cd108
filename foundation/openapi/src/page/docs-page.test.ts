// Runs the page's script in a minimal document that implements only what the script uses, so that no browser is needed.
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { defineRoute } from '@gatehouse/http/define-route'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeApi } from '../describe-api.ts'
import { problemSchema } from '../with-docs-routes.ts'

class FakeElement {
  children: (FakeElement | string)[] = []
  attributes = new Map<string, string>()
  listeners = new Map<string, (event: unknown) => unknown>()
  value = ''
  hidden = false
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
  setAttribute(key: string, value: string) {
    this.attributes.set(key, value)
  }
  append(...children: (FakeElement | string)[]) {
    this.children.push(...children)
  }
  replaceChildren(...children: (FakeElement | string)[]) {
    this.children = children
  }
  addEventListener(event: string, listener: (event: unknown) => unknown) {
    this.listeners.set(event, listener)
  }
  set textContent(text: string) {
    this.children = [text]
  }
  get textContent(): string {
    return this.children.map((child) => (typeof child === 'string' ? child : child.textContent)).join('')
  }
  all(name: string): FakeElement[] {
    const inside = this.children.filter((child) => typeof child !== 'string')
    return inside.flatMap((child) => (child.name === name ? [child] : []).concat(child.all(name)))
  }
}

const handle = async () => undefined
const api = describeApi({
  title: 'Things',
  version: '7',
  description: 'All things.',
  routes: [
    defineRoute({
      method: 'POST',
      path: '/things/:id',
      statuses: [200],
      isInternal: true,
      docs: {
        summary: 'Change a thing',
        tag: 'Things',
        query: z.object({ mode: z.enum(['fast', 'slow']).optional() }),
        body: z.object({ at: z.iso.datetime(), count: z.int(), note: z.string().optional() }),
      },
      handle,
    }),
    defineRoute({ method: 'GET', path: '/health', statuses: [200], handle }),
  ],
  error: { contentType: 'application/problem+json', schema: problemSchema },
  bearer: { description: 'A secret', isNeeded: ({ isInternal }) => isInternal === true },
})

async function openPage(shown: object = api) {
  const elements = new Map<string, FakeElement>()
  const byId = (id: string) => {
    const element = elements.get(id) ?? new FakeElement(id)
    elements.set(id, element)
    return element
  }
  const sent: { url: string; options?: unknown }[] = []
  const fetch = async (url: string, options?: unknown) => {
    sent.push({ url, options })
    return {
      status: 200,
      headers: new Map([['x-request-id', 'r-1']]),
      json: async () => shown,
      text: async () => '{"done":true}',
    }
  }
  const document = { getElementById: byId, createElement: (name: string) => new FakeElement(name), title: '' }
  const script = readFileSync(new URL('docs-page.js', import.meta.url), 'utf8')
  runInNewContext(script, { document, fetch, URLSearchParams, performance })
  const isShown = () => byId('operations').all('details').length > 0
  await waitUntil(isShown, { withinMs: 10_000, what: 'the operations are shown' })
  return { byId, sent, document }
}

test('every operation is shown, and the filter hides the others with their headings', async () => {
  const { byId, document } = await openPage()
  expect(document.title).toBe('Things')
  expect(byId('title').textContent).toBe('Things 7')
  expect(byId('token-label').hidden).toBe(false)
  const shown = () =>
    byId('operations').children.filter(
      (child): child is FakeElement => child instanceof FakeElement && !child.hidden,
    )
  expect(shown().map(({ name }) => name)).toEqual(['h2', 'details', 'h2', 'details'])
  expect(byId('operations').textContent).toContain('POST/things/{id}Change a thing')
  byId('filter').listeners.get('input')?.({ target: { value: 'HEALTH' } })
  expect(shown().map((element) => element.textContent.slice(0, 10))).toEqual(['Other', 'GET/health'])
})

test('the form is sent to the service, with the token where one is needed', async () => {
  const { byId, sent } = await openPage()
  byId('token').value = 's3cret'
  const [change, health] = byId('operations')
    .all('details')
    .filter(({ attributes }) => attributes.has('id'))
  const [id] = change?.all('input') ?? []
  const [mode] = change?.all('select') ?? []
  const [body] = change?.all('textarea') ?? []
  if (id) id.value = 'a/b'
  if (mode) mode.value = 'fast'
  expect(JSON.parse(body?.value ?? '')).toEqual({ at: expect.any(String) as string, count: 0 })
  await change?.all('button')[0]?.listeners.get('click')?.({})
  await health?.all('button')[0]?.listeners.get('click')?.({})
  expect(sent.slice(1)).toEqual([
    {
      url: '/things/a%2Fb?mode=fast',
      options: {
        method: 'POST',
        headers: { authorization: 'Bearer s3cret', 'content-type': 'application/json' },
        body: body?.value,
      },
    },
    { url: '/health', options: { method: 'GET', headers: {}, body: undefined } },
  ])
  expect(change?.textContent).toContain('curl -X POST ')
  expect(change?.textContent).not.toContain('s3cret')
  expect(change?.textContent).toContain('request r-1')
  expect(change?.textContent).toContain('"done": true')
})

test('the server, examples, headers and several answer types are taken from the document', async () => {
  const content = { 'application/json': { schema: {}, example: { say: "it's" } } }
  const operation = {
    operationId: 'say',
    summary: 'Say',
    tags: ['Words'],
    parameters: [{ name: 'x-once', in: 'header', required: false, schema: { type: 'string' } }],
    requestBody: { required: true, content },
    responses: { 200: { description: 'Said', content: { 'application/json': {}, 'text/event-stream': {} } } },
  }
  const described = {
    ...api,
    servers: [{ url: '/v1' }],
    tags: [{ name: 'Words' }],
    paths: { '/say': { post: operation } },
  }
  for (const answer of Object.values(operation.responses[200].content)) Object.assign(answer, { schema: {} })
  const { byId, sent } = await openPage(described)
  const [header] = byId('operations').all('input')
  if (header) header.value = '7'
  await byId('operations').all('button')[0]?.listeners.get('click')?.({})
  expect(sent[1]).toEqual({
    url: '/v1/say',
    options: {
      method: 'POST',
      headers: {
        'x-once': '7',
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: '{\n  "say": "it\'s"\n}',
    },
  })
  expect(byId('operations').textContent).toContain(String.raw`it'\''s`)
})
