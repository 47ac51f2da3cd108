// Calls start when they are due, whether or not earlier ones have been answered, and are timed from that moment, so a
// slow answer also counts against the calls it delays.
import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { type Rate, runAtRate } from '../../kit/run-at-rate.ts'
import { AddressedRequest } from './addressed-request.ts'
import type { LoadTarget } from './closed-loop.ts'

export type TimedCall = {
  dueMs: number
  /** How long after its due time it was sent. */
  lateMs: number
  firstFrameMs: number
  tookMs: number
  /** Duration of the gateway's own steps, kept for slow calls. */
  serverTiming: string | undefined
  /** Undefined if the connection broke before an answer. */
  status: number | undefined
  isOk: boolean
}

export type OpenLoad = Rate & {
  /**
   * Opened and used once before the first call, as the connections of a balancer are; a call waits if all are busy. If
   * omitted, every call that finds no idle connection opens one.
   */
  connections?: number
}

export async function runOpenLoop(
  target: LoadTarget,
  { perSecond, forMs, connections }: OpenLoad,
): Promise<TimedCall[]> {
  const idle = Array.from({ length: connections ?? 0 }, () => new Caller(target))
  await useEachOnce(idle)
  const waiting: ((caller: Caller) => void)[] = []
  const calls: Promise<TimedCall>[] = []
  const release = (caller: Caller) => {
    const next = waiting.shift()
    if (next) next(caller)
    else idle.push(caller)
  }
  const takeCaller = (): Caller | Promise<Caller> => {
    const caller = idle.pop()
    if (caller || connections === undefined) return caller ?? new Caller(target)
    return new Promise((resolve) => waiting.push(resolve))
  }
  const begin = async (dueMs: number) => {
    const taken = takeCaller()
    const found = taken instanceof Caller ? taken : await taken
    // The server closes connections that were idle for a while; a balancer opens others.
    const caller = found.isClosed ? new Caller(target) : found
    return caller.call(dueMs).finally(() => release(caller))
  }
  await runAtRate({ perSecond, forMs }, (dueMs) => void calls.push(begin(dueMs)))
  const timed = await Promise.all(calls)
  for (const caller of idle) caller.close()
  return timed
}

const timingKeptMs = 10

const openedAtOnce = 16

/** A connection counts as open for the client before the server, which takes one per turn, has accepted it. */
async function useEachOnce(callers: readonly Caller[]): Promise<void> {
  const unused = [...callers]
  const useNext = async () => {
    for (let caller = unused.pop(); caller; caller = unused.pop()) {
      await caller.connected
      await caller.call(performance.now())
    }
  }
  await Promise.all(Array.from({ length: openedAtOnce }, useNext))
}

const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('\r\n0\r\n\r\n')

class Caller {
  readonly #request: AddressedRequest
  readonly #socket: Socket
  readonly connected: Promise<unknown>
  #dueMs = 0
  #lateMs = 0
  #firstFrameMs = 0
  #received: Buffer = Buffer.alloc(0)
  #waiter: PromiseWithResolvers<TimedCall> | undefined

  constructor(target: LoadTarget) {
    this.#request = new AddressedRequest(target)
    this.#socket = connect(target.port, '127.0.0.1')
    this.connected = once(this.#socket, 'connect').catch(() => undefined)
    this.#socket.setNoDelay(true)
    this.#socket.on('data', (chunk: Buffer) => this.#take(chunk))
    this.#socket.on('error', () => this.#end(undefined))
    this.#socket.on('close', () => this.#end(undefined))
  }

  get isClosed(): boolean {
    return this.#socket.closed || this.#socket.readyState === 'closed' || this.#socket.readableEnded
  }

  call(dueMs: number): Promise<TimedCall> {
    this.#dueMs = dueMs
    this.#lateMs = performance.now() - dueMs
    this.#firstFrameMs = 0
    this.#received = Buffer.alloc(0)
    this.#waiter = Promise.withResolvers<TimedCall>()
    this.#socket.write(this.#request.next())
    return this.#waiter.promise
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const end = this.#received.indexOf(headEnd)
    if (end < 0) return
    if (this.#firstFrameMs === 0 && this.#received.length > end + 4) {
      this.#firstFrameMs = performance.now() - this.#dueMs
    }
    const length = /content-length: (\d+)/i.exec(this.#received.toString('latin1', 0, end))?.[1]
    const isWhole =
      length === undefined
        ? this.#received.subarray(-lastChunk.length).equals(lastChunk)
        : this.#received.length >= end + 4 + Number(length)
    if (isWhole) this.#end(Number(this.#received.toString('latin1', 9, 12)))
  }

  #end(status: number | undefined): void {
    if (!this.#waiter) return
    const [dueMs, lateMs, firstFrameMs] = [this.#dueMs, this.#lateMs, this.#firstFrameMs]
    const tookMs = performance.now() - dueMs
    const serverTiming = tookMs < timingKeptMs ? undefined : readServerTiming(this.#received)
    this.#waiter.resolve({ dueMs, lateMs, firstFrameMs, tookMs, serverTiming, status, isOk: status === 200 })
    this.#waiter = undefined
  }
}

function readServerTiming(answer: Buffer): string | undefined {
  const head = answer.toString('latin1', 0, Math.max(0, answer.indexOf(headEnd)))
  return /^server-timing: (.*)$/im.exec(head)?.[1]?.trim()
}
