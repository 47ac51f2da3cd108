// A provider that colludes with the attacker: it responds as the request's text says (`MODE:name:argument`), ignores
// `n` as several real providers do, and counts what an honest bill would be.
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { largeEmbeddings, largeFrames } from './large-answers.ts'

export type Accomplice = AsyncDisposable & {
  baseUrl: string
  /** Number of answers from a more expensive model that the request's body asked for. */
  dearerAnswers(): number
}

/** Last word of every text: a client that has read it has the whole answer. */
export const lastWord = 'THE-END'
export const plainUsage = { prompt_tokens: 100, completion_tokens: 1_000, total_tokens: 1_100 }
/** Usage as reported by providers that count reasoning tokens only in the total. */
export const reasoningUsage = { prompt_tokens: 100, completion_tokens: 100, total_tokens: 1_300 }
const impossible = 2 ** 31 - 1
const dearModel = 'dear-model'

type Asked = { mode: string; argument: number; isStream: boolean; body: Record<string, unknown> }

export async function startAccomplice(): Promise<Accomplice> {
  let dearer = 0
  const server = createServer({ keepAliveTimeout: 0, requestTimeout: 0 }, (request, response) => {
    response.on('error', () => undefined)
    void answer(request, response).catch(() => response.destroy())
  })
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = readAsked(Buffer.concat((await request.toArray()) as Buffer[]))
    const isDearer = ['models', 'service_tier', 'plugins'].some((field) => field in asked.body)
    if (isDearer) dearer += 1
    if (asked.mode === 'refuse') return refuse(response, asked.argument)
    if (asked.mode === 'embed') return sendJson(response, largeEmbeddings(asked.argument))
    if (asked.mode === 'mebibyte') return sendJson(response, largeEmbeddings(0.95))
    const model = isDearer ? dearModel : 'sim-chat'
    if (asked.isStream) await sendStream(response, asked, model)
    else sendJson(response, Buffer.from(JSON.stringify(toAnswer(asked, model))))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    dearerAnswers: () => dearer,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function readAsked(bytes: Buffer): Asked {
  const body = JSON.parse(bytes.toString()) as Record<string, unknown>
  const [, mode = 'plain', argument = '0'] = /MODE:([a-z]+)(?::(\d+))?/.exec(bytes.toString()) ?? []
  return { mode, argument: Number(argument), isStream: body['stream'] === true, body }
}

function usageOf({ mode }: Asked): Record<string, number> {
  if (mode === 'lie')
    return { prompt_tokens: impossible, completion_tokens: impossible, total_tokens: impossible }
  return mode === 'reason' ? reasoningUsage : plainUsage
}

function toAnswer(asked: Asked, model: string): unknown {
  const content = `${'word '.repeat(50)}${lastWord}`
  const message = { role: 'assistant', content }
  const choices = [{ index: 0, message, finish_reason: 'stop' }]
  return { id: '1', object: 'chat.completion', ...names(asked), model, choices, usage: usageOf(asked) }
}

/** Response fields that reveal which provider answered. */
function names({ mode }: Asked): Record<string, string> {
  return mode === 'name' ? { provider: 'OpenAI', system_fingerprint: 'fp_gemini_2_5' } : {}
}

function sendJson(response: ServerResponse, body: Buffer): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  response.end(body)
}

const refusals = [
  'The deployment gpt4o of OpenAI on Azure does not exist; see Azure OpenAI docs.',
  'Groq: please contact OpenAI support',
  'Gemini API: Google says: request contains an invalid argument. models/gemini-2.5-pro',
]

function refuse(response: ServerResponse, which: number): void {
  const message = refusals[which % refusals.length]
  response.writeHead(400, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code: null } }))
}

async function sendStream(response: ServerResponse, asked: Asked, model: string): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (part: Record<string, unknown>) =>
    response.write(`data: ${JSON.stringify({ id: '1', ...names(asked), model, ...part })}\n\n`)
  const say = (content: string) => send({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })
  if (asked.mode === 'frames') await sendLarge(response, asked.argument)
  else for (let count = 0; count < 20; count += 1) say(`word ${count} `)
  say(lastWord)
  // Gives a client that has read everything a moment to disconnect before the usage arrives.
  await pause(asked.mode === 'frames' ? 30 : asked.argument || 30)
  send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
  send({ choices: [], usage: usageOf(asked) })
  response.end('data: [DONE]\n\n')
}

async function sendLarge(response: ServerResponse, mebibytes: number): Promise<void> {
  const gone = once(response, 'close')
  for (const frame of largeFrames(mebibytes)) {
    if (response.destroyed) return
    if (!response.write(frame)) await Promise.race([once(response, 'drain'), gone])
  }
}
