// The bytes of one connection in one direction, in order, as the current network fault lets them pass.
import type { Socket } from 'node:net'
import type { Direction, NetworkFault } from './network-fault.ts'

export type Flow = {
  apply(fault: NetworkFault): void
  /** Reads and discards everything from now on. */
  discard(): void
}

export type FlowOptions = {
  direction: Direction
  source: Socket
  sink: Socket
  onForwarded: (bytes: number) => void
  /** Called when the bytes allowed by `cutAfterBytes` or `resetAfterBytes` have been handed to the kernel. */
  onLimit: () => void
}

type Arrival = { atMs: number; chunk: Buffer | 'end' }

// Enough for a fast sender at a high latency, and small enough that a receiver that does not read soon blocks the
// sender.
const waitingBytesMax = 1_048_576

export function createFlow({ direction, source, sink, onForwarded, onLimit }: FlowOptions): Flow {
  let fault: NetworkFault = { kind: 'pass' }
  let allowedBytes = Number.POSITIVE_INFINITY
  let waiting: Arrival[] = []
  let isWriting = false
  let isDiscarding = false
  let wakeUp: NodeJS.Timeout | undefined

  source.on('data', (chunk: Buffer) => arrive(chunk))
  source.on('end', () => arrive('end'))
  // The timer is not cleared when the source closes, because bytes that the source sent before may still be queued
  // here.
  sink.on('close', () => clearTimeout(wakeUp))

  function arrive(chunk: Buffer | 'end'): void {
    if (isDiscarding) return
    waiting.push({ atMs: performance.now(), chunk })
    regulate()
    forward()
  }

  function regulate(): void {
    const waitingBytes = waiting.reduce((sum, { chunk }) => sum + chunk.length, 0)
    if (!isDiscarding && (fault.kind === 'blackHole' || waitingBytes > waitingBytesMax)) source.pause()
    else source.resume()
  }

  // Writes one chunk at a time: the callback shows that the receiver keeps up.
  function forward(): void {
    const next = waiting[0]
    if (!next || isWriting || isDiscarding || fault.kind === 'blackHole') return
    const waitMs = fault.kind === 'latency' ? next.atMs + fault.ms - performance.now() : 0
    if (waitMs > 0) return forwardAfter(waitMs)
    if (next.chunk === 'end') {
      waiting.shift()
      sink.end()
      return
    }
    const piece = takePiece(next, next.chunk)
    isWriting = true
    onForwarded(piece.length)
    sink.write(piece, (error) => {
      isWriting = false
      if (error || isDiscarding) return
      if (allowedBytes === 0) return onLimit()
      regulate()
      if (fault.kind === 'slice') setImmediate(forward)
      else forward()
    })
  }

  function forwardAfter(waitMs: number): void {
    clearTimeout(wakeUp)
    wakeUp = setTimeout(forward, waitMs)
  }

  function takePiece(arrival: Arrival, chunk: Buffer): Buffer {
    const sizeMax = Math.min(allowedBytes, fault.kind === 'slice' ? fault.bytes : chunk.length)
    const piece = chunk.subarray(0, sizeMax)
    if (piece.length === chunk.length) waiting.shift()
    else arrival.chunk = chunk.subarray(piece.length)
    allowedBytes -= piece.length
    return piece
  }

  return {
    apply(next) {
      fault = next
      allowedBytes = Number.POSITIVE_INFINITY
      if (
        (next.kind === 'cutAfterBytes' || next.kind === 'resetAfterBytes') &&
        next.direction === direction
      ) {
        allowedBytes = next.bytes
      }
      if (allowedBytes === 0) return onLimit()
      regulate()
      forward()
    },
    discard() {
      isDiscarding = true
      waiting = []
      clearTimeout(wakeUp)
      source.resume()
    },
  }
}
