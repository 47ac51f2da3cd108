// One delivery attempt of one event over a real connection, with its planned faults.
import { type Agent, type ClientRequest, request } from 'node:http'

export type PostOutcome =
  | { kind: 'answered'; status: number; body: string }
  | { kind: 'answer_lost' }
  | { kind: 'cut_off' }
  | { kind: 'unreachable'; reason: string }

export type PostOrder = {
  url: string
  payload: string
  signature: string
  agent: Agent
  isAnswerLost: boolean
  isTruncated: boolean
  timeoutMs: number
}

export function postEvent(order: PostOrder): Promise<PostOutcome> {
  const { promise, resolve } = Promise.withResolvers<PostOutcome>()
  const body = Buffer.from(order.payload)
  const outgoing = request(order.url, {
    method: 'POST',
    agent: order.agent,
    timeout: order.timeoutMs,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
      'stripe-signature': order.signature,
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    },
  })
  outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')))
  outgoing.on('error', (error) => resolve({ kind: 'unreachable', reason: error.message }))
  outgoing.on('response', (response) => {
    if (order.isAnswerLost) {
      resolve({ kind: 'answer_lost' })
      outgoing.destroy()
      return
    }
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('error', (error) => resolve({ kind: 'unreachable', reason: error.message }))
    response.on('end', () =>
      resolve({
        kind: 'answered',
        status: response.statusCode ?? 0,
        body: Buffer.concat(chunks).toString('utf8'),
      }),
    )
  })
  if (order.isTruncated) truncate(outgoing, body, () => resolve({ kind: 'cut_off' }))
  else outgoing.end(body)
  return promise
}

function truncate(outgoing: ClientRequest, body: Buffer, done: () => void): void {
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => {
    done()
    outgoing.destroy()
  })
}
