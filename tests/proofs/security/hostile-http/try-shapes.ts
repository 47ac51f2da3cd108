// Sends each hostile shape on its own connection, once in one packet and, if it is short, once byte by byte.
import { once } from 'node:events'
import { connect } from 'node:net'
import { type HostileShape, hiddenPath, hostileShapes } from './hostile-shapes.ts'
import { judgeAnswers } from './judge-answers.ts'
import type { Target } from './raw-sender.ts'

export async function tryShapes(target: Target): Promise<{ tried: number; faults: string[] }> {
  const short = hostileShapes.filter(({ bytes, isOnePacket }) => bytes.length < 300 && !isOnePacket)
  const tries: Try[] = [
    ...hostileShapes.map((shape) => ({ shape, packetBytes: Number.POSITIVE_INFINITY })),
    ...short.map((shape) => ({ shape, packetBytes: 1 })),
  ]
  const outcomes = await Promise.all(tries.map((one) => tryShape(target, one)))
  return { tried: tries.length, faults: outcomes.filter((fault) => fault !== undefined) }
}

type Try = { shape: HostileShape; packetBytes: number }

async function tryShape(target: Target, { shape, packetBytes }: Try): Promise<string | undefined> {
  const received = await converse(target, shape.bytes, packetBytes)
  const { statuses, fault } = judgeAnswers(received, { isClosed: true })
  const problem = fault ?? faultOfStatuses(shape, statuses) ?? faultOfHidden(received)
  return problem && `${shape.name}${packetBytes === 1 ? ', byte by byte' : ''}: ${problem}`
}

function faultOfStatuses({ statuses }: HostileShape, seen: readonly number[]): string | undefined {
  const isFine =
    seen.length === statuses.length && seen.every((status, index) => statuses[index]?.includes(status))
  return isFine ? undefined : `answered with ${seen.join(', ') || 'nothing'}`
}

/** Detects an answer to the hidden request: the 404 of an unknown route names its path. */
function faultOfHidden(received: Buffer): string | undefined {
  return received.includes(hiddenPath) ? 'the hidden request was answered' : undefined
}

// On a busy machine the first answer may take a while; after an answer, a second of silence means that it was the last.
const answerMsMax = 15_000
const silenceMsMax = 1_000

/** Returns all received bytes until the server closes, or has been silent long enough after its last answer. */
async function converse(target: Target, bytes: Buffer, packetBytes: number): Promise<Buffer> {
  const socket = connect({ ...target, noDelay: true })
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    socket.setTimeout(silenceMsMax)
  })
  // A server that refuses input that is still being sent resets the connection.
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  socket.setTimeout(answerMsMax, () => socket.destroy())
  if (packetBytes >= bytes.length) socket.write(bytes)
  else await writeSlowly()
  await closed
  return Buffer.concat(chunks)

  async function writeSlowly(): Promise<void> {
    for (let at = 0; at < bytes.length && socket.writable; at += packetBytes) {
      socket.write(bytes.subarray(at, at + packetBytes))
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}
