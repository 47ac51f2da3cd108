// One connection to a gateway at byte level, without a library that would correct or hide anything.
import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { type Answer, parseAnswers } from './parse-answers.ts'

export type RawConnection = AsyncDisposable & {
  /** Sends one request and returns its answer; rejects if the server closes or sends malformed bytes. */
  exchange(request: Buffer): Promise<TimedAnswer>
}

/** Measured from the first byte sent to the last byte received. */
export type TimedAnswer = { answer: Answer; tookMs: number }

export async function openRawConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  return {
    exchange: (request) => exchange(socket, request),
    async [Symbol.asyncDispose]() {
      socket.destroy()
    },
  }
}

function exchange(socket: Socket, request: Buffer): Promise<TimedAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<TimedAnswer>()
  let received: Buffer = Buffer.alloc(0)
  const onData = (chunk: Buffer) => {
    const nowMs = performance.now()
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const { answers, rest, fault } = parseAnswers(received)
    const [answer] = answers
    if (fault !== undefined || answers.length > 1 || (answer && rest.length > 0))
      return reject(new Error(`not one answer: ${fault ?? received.toString('latin1').slice(0, 300)}`))
    if (answer) resolve({ answer, tookMs: nowMs - startedMs })
  }
  const onClose = () => reject(new Error('the connection was closed before the answer'))
  const onError = (error: Error) => reject(error)
  socket.on('data', onData).once('close', onClose).once('error', onError)
  const startedMs = performance.now()
  socket.write(request)
  return promise.finally(() => socket.off('data', onData).off('close', onClose).off('error', onError))
}
