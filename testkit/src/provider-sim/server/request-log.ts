// What the simulator received, and how it ended: counts of everything, and the most recent requests in full. Both are
// bounded, so that a simulator can run for days.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

const REQUESTS_MAX = 1_000
const BODY_BYTES_MAX = 256 * 1024 * 1024

export type ReceivedRequest = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Exactly the bytes received; empty until the body is complete. */
  readonly body: Buffer
}

export type RecordedRequest = ReceivedRequest & {
  readonly receivedAtMs: number
  readonly outcome: 'open' | 'completed' | 'faulted' | 'disconnected'
  readonly framesWritten: number
  /** When the client disconnected before the answer was complete. */
  readonly disconnectedAtMs: number | null
}

export type SimCounts = {
  started: number
  /** Answered completely according to the wire format, error responses included. */
  completed: number
  /**
   * The client disconnected first. If it disconnected during a planned hang, the request counts under `faulted` too.
   */
  disconnected: number
  /** A planned fault took effect. */
  faulted: number
}

/** The record of one request in progress. */
export type Exchange = {
  readonly request: RecordedRequest
  receiveBody(body: Buffer): void
  writeFrame(): void
  complete(): void
  fault(): void
  disconnect(): void
}

export type RequestLog = {
  readonly requests: readonly RecordedRequest[]
  readonly counts: Readonly<SimCounts>
  open(message: IncomingMessage): Exchange
  clear(): void
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

export function createRequestLog({ isRecording }: { isRecording: boolean }): RequestLog {
  let records: RecordedRequest[] = []
  let bodyBytes = 0
  let counts = noCounts()

  function forgetOldest(): void {
    while (records.length > REQUESTS_MAX || (bodyBytes > BODY_BYTES_MAX && records.length > 1)) {
      bodyBytes -= records.shift()?.body.length ?? 0
    }
  }

  return {
    get requests() {
      return records.slice()
    },
    get counts() {
      return { ...counts }
    },
    open(message) {
      const request = newRecord(message)
      const countsThen = counts
      countsThen.started += 1
      if (isRecording) records.push(request)
      forgetOldest()
      return {
        request,
        receiveBody(body) {
          request.body = body
          if (!records.includes(request)) return
          bodyBytes += body.length
          forgetOldest()
        },
        writeFrame() {
          request.framesWritten += 1
        },
        complete() {
          request.outcome = 'completed'
          countsThen.completed += 1
        },
        fault() {
          request.outcome = 'faulted'
          countsThen.faulted += 1
        },
        disconnect() {
          if (request.outcome === 'open') request.outcome = 'disconnected'
          request.disconnectedAtMs = Date.now()
          countsThen.disconnected += 1
        },
      }
    },
    clear() {
      records = []
      bodyBytes = 0
      counts = noCounts()
    },
  }
}

function newRecord(message: IncomingMessage): Mutable<RecordedRequest> {
  return {
    method: message.method ?? '',
    path: pathOf(message),
    headers: message.headers,
    body: Buffer.alloc(0),
    receivedAtMs: Date.now(),
    outcome: 'open',
    framesWritten: 0,
    disconnectedAtMs: null,
  }
}

/** The path without the query. */
export function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? url
}

function noCounts(): SimCounts {
  return { started: 0, completed: 0, disconnected: 0, faulted: 0 }
}
