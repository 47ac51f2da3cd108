// Sends raw bytes over one connection after another, whatever the server answers, and judges the answers.
import { type Socket, connect } from 'node:net'
import { judgeAnswers } from './judge-answers.ts'

export type Target = { host: string; port: number }

export type SentReport = {
  inputs: number
  connections: number
  /** Number of answers per status. */
  statuses: Record<string, number>
  faults: string[]
}

export function newReport(): SentReport {
  return { inputs: 0, connections: 0, statuses: {}, faults: [] }
}

const faultsKept = 20
// A connection is closed after this many inputs; its answers are judged when it closes.
const inputsPerConnectionMax = 50

export class RawSender {
  readonly #target: Target
  readonly #report: SentReport
  #connection: Connection | undefined

  constructor(target: Target, report: SentReport) {
    this.#target = target
    this.#report = report
  }

  /** Resolves when bytes have arrived in response, or after `waitMs` without any. */
  async send(input: Buffer, waitMs: number): Promise<void> {
    const connection = (this.#connection ??= this.#open())
    this.#report.inputs += 1
    await connection.send(input, waitMs)
    if (connection.inputs < inputsPerConnectionMax && connection.isOpen) return
    this.close()
  }

  close(): void {
    this.#connection?.close()
    this.#connection = undefined
  }

  #open(): Connection {
    this.#report.connections += 1
    return new Connection(this.#target, (received, isClosed, inputs) => {
      const { statuses, fault } = judgeAnswers(received, { isClosed })
      for (const status of statuses) this.#report.statuses[status] = (this.#report.statuses[status] ?? 0) + 1
      if (fault === undefined || this.#report.faults.length >= faultsKept) return
      const sent = JSON.stringify(Buffer.concat(inputs).toString('latin1').slice(-600))
      this.#report.faults.push(`${fault}; sent ${sent}`)
    })
  }
}

type OnEnd = (received: Buffer, isClosed: boolean, inputs: readonly Buffer[]) => void

class Connection {
  readonly #socket: Socket
  readonly #onEnd: OnEnd
  readonly #sent: Buffer[] = []
  readonly #received: Buffer[] = []
  #wake: (() => void) | undefined
  #wasReset = false
  #wasClosedByUs = false

  constructor(target: Target, onEnd: OnEnd) {
    this.#onEnd = onEnd
    this.#socket = connect({ ...target, noDelay: true })
    this.#socket.on('data', (chunk: Buffer) => {
      this.#received.push(chunk)
      this.#wake?.()
    })
    // A server that refuses input that is still being sent resets the connection, which discards its answer.
    this.#socket.on('error', () => (this.#wasReset = true))
    this.#socket.once('close', () => this.#end())
  }

  get inputs(): number {
    return this.#sent.length
  }

  get isOpen(): boolean {
    return this.#socket.writable
  }

  send(input: Buffer, waitMs: number): Promise<void> {
    this.#sent.push(input)
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMs)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
      this.#socket.write(input)
    })
  }

  close(): void {
    this.#wasClosedByUs = true
    this.#socket.destroy()
  }

  #end(): void {
    this.#wake?.()
    const isClosed = !this.#wasReset && !this.#wasClosedByUs
    this.#onEnd(Buffer.concat(this.#received), isClosed, this.#sent)
  }
}
