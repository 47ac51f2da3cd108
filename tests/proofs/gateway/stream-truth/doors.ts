// The billable routes and tools as data: how a run is sent through each of them, and how its answer is read. The judge
// and the truth table are the same for all.
import type { Seen } from '../raw-call.ts'
import type { FaultPlan } from '@gatehouse/testkit/start-provider-sim'
import { type DoorName, type Run, type Usage, aliasOf } from './run.ts'

export type Door = {
  /** Path below the gateway's address. */
  path: string
  /** Path below the provider's base URL. */
  providerPath: string
  capability: 'chat' | 'extract' | 'embed'
  headers?: Readonly<Record<string, string>>
  /** The model's text; without it the simulator invents one of the planned length. */
  content?: string
  compose(run: Run): object
  /** The answer of a tool as the REST route would send it. */
  read?(seen: Seen): Seen
  /** For a door that composes its own answer: whether it states this usage. */
  statesUsage?(body: Buffer, usage: Usage | undefined): boolean
}

const chat: Door = {
  path: '/llm/v1/chat/completions',
  providerPath: '/chat/completions',
  capability: 'chat',
  compose: (run) => ({
    ...generation(run),
    messages: [{ role: 'user', content: 'How do streams end?' }],
    user: run.name,
  }),
}

const parseCv = parseDoor('cv', {
  lines: ['Ana Pop', 'Experience', 'Senior Engineer, Acme GmbH', '03/2020 - 02/2022'],
  reply: {
    name_quote: 'Ana Pop',
    experience: [
      { title: 'Senior Engineer', employer: 'Acme GmbH', date_text: '03/2020 - 02/2022', from: 3, to: 4 },
    ],
  },
})
const parseJd = parseDoor('jd', {
  lines: ['Backend Engineer', 'Acme GmbH, Berlin', 'Requirements', 'At least 3 years of experience with Go'],
  reply: { title: 'Backend Engineer', employer: 'Acme GmbH' },
})

const doors: Readonly<Record<DoorName, Door>> = {
  chat,
  completions: {
    path: '/llm/v1/completions',
    providerPath: '/completions',
    capability: 'chat',
    compose: (run) => ({ ...generation(run), prompt: 'How do streams end?', user: run.name }),
  },
  embeddings: {
    path: '/llm/v1/embeddings',
    providerPath: '/embeddings',
    capability: 'embed',
    compose: (run) => ({
      model: modelOf(run),
      input: 'How do streams end?',
      encoding_format: 'float',
      user: run.name,
    }),
  },
  'parse cv': parseCv,
  'parse jd': parseJd,
  'mcp chat': toolDoor('chat', {
    ...chat,
    compose: (run) => ({
      model: modelOf(run),
      messages: [{ role: 'user', content: `How do calls of tools end? [run ${run.name}]` }],
    }),
  }),
  'mcp parse cv': toolDoor('parse_cv', parseCv),
  'mcp parse jd': toolDoor('parse_jd', parseJd),
}

export function doorOf({ door = 'chat' }: Run): Door {
  return doors[door]
}

export const otherDoors = (Object.keys(doors) as DoorName[]).filter((name) => name !== 'chat')

export function toBody(run: Run): Buffer {
  if (run.refusal?.what === 'body') return Buffer.from('{"model":')
  return Buffer.from(JSON.stringify(doorOf(run).compose(run)))
}

/** The simulator's plan for one of the run's routes. */
export function simPlanOf(run: Run, plan: Run['plan']): FaultPlan {
  const { content } = doorOf(run)
  if (content === undefined) return plan
  const { outputTokens: _length, ...rest } = plan
  return { ...rest, content: run.isUnusable ? 'There is nothing to say.' : content }
}

function generation(run: Run): object {
  return {
    model: modelOf(run),
    ...(run.isStream && { stream: true }),
    ...(run.choices > 1 && { n: run.choices }),
  }
}

function modelOf(run: Run): string {
  return run.refusal?.what === 'model' ? 'svc/unheard-of' : aliasOf(run)
}

/** The same operation as a tool. */
function toolDoor(tool: string, door: Door): Door {
  return {
    ...door,
    path: '/llm/v1/mcp',
    headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
    compose: (run) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool, arguments: door.compose(run) },
    }),
    read: readToolResult,
  }
}

export function isTool({ door }: Pick<Run, 'door'>): boolean {
  return door?.startsWith('mcp') ?? false
}

/** The document names the run, because a parse does not forward other fields of the caller. */
function parseDoor(kind: 'cv' | 'jd', { lines, reply }: { lines: string[]; reply: object }): Door {
  return {
    path: `/llm/v1/parse/${kind}`,
    providerPath: '/chat/completions',
    capability: 'extract',
    content: JSON.stringify(reply),
    compose: (run) => ({ model: modelOf(run), text: [...lines, `[run ${run.name}]`].join('\n') }),
    statesUsage(body, usage) {
      const { usage: stated, data } = JSON.parse(body.toString()) as ParseAnswer
      const isSame =
        stated.prompt_tokens === (usage?.promptTokens ?? 0) &&
        stated.completion_tokens === (usage?.completionTokens ?? 0)
      return isSame && data !== undefined
    },
  }
}

type ParseAnswer = { usage: { prompt_tokens: number; completion_tokens: number }; data: unknown }

/** The name of the run in a request to the provider. */
export function nameIn(body: Buffer): string {
  const text = body.toString('utf8')
  return (/"user":"([^"]+)"/.exec(text) ?? /\[run ([a-z-]+\d+)\]/.exec(text))?.[1] ?? ''
}

type ToolResult = {
  isError?: boolean
  content: readonly { text: string }[]
  _meta: Readonly<Record<string, string | number>>
}

const noAnswer = { status: undefined, body: Buffer.alloc(0), frames: [], unfinished: Buffer.alloc(0) }

function readToolResult(seen: Seen): Seen {
  const { answer } = seen
  // Without the message at its end, the client has received nothing, though perhaps keepalives.
  if (!answer.isWhole) return { ...seen, answer: { ...answer, ...noAnswer } }
  const texts = answer.headers.get('content-type')?.startsWith('text/event-stream')
    ? answer.frames.map((frame) => /^data: (.*)$/m.exec(frame.toString())?.[1] ?? '')
    : [answer.body.toString()]
  const messages = texts.filter((text) => text.startsWith('{')).map((text) => JSON.parse(text) as Message)
  const result = messages.find((message) => message.result)?.result
  if (answer.status !== 200 || !result) return seen
  const metadata = Object.entries(result._meta).map(([name, value]) => {
    const own = name.replace('svc/', '')
    const header =
      own === 'credits-charged' ? 'x-svc-credits-charged' : own === 'request-id' ? 'x-request-id' : own
    return [header === 'retry-after-ms' ? 'retry-after' : header, String(value)] as const
  })
  const read = {
    status: result.isError ? Number(result._meta['svc/status']) : 200,
    headers: new Map([['content-type', 'application/json'], ...metadata]),
    body: Buffer.from(result.content[0]?.text ?? ''),
    frames: [],
    unfinished: Buffer.alloc(0),
    isWhole: answer.isWhole,
  }
  return { ...seen, answer: read }
}

type Message = { result?: ToolResult }
