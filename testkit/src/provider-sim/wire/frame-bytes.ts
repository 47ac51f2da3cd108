// Encodes a frame as bytes: server-sent event framing in its legal variants, and compression.
import { gzipSync } from 'node:zlib'
import type { Shape } from '../plan/fault-plan.ts'
import type { Frame } from './wire-answer.ts'

export function frameBytes(frame: Frame, shape: Shape = {}): Buffer {
  return pack(frame.part === 'body' ? textOf(frame.payload) : eventText(frame.payload, shape), shape)
}

export function commentBytes(shape: Shape = {}): Buffer {
  const lineEnd = lineEndOf(shape)
  return pack(`: keep-alive${lineEnd}${lineEnd}`, shape)
}

function eventText(payload: Frame['payload'], shape: Shape): string {
  const lineEnd = lineEndOf(shape)
  if (!shape.multiLineData) return `data: ${textOf(payload)}${lineEnd}${lineEnd}`
  const lines = textOf(payload, 1).split('\n')
  return lines.map((line) => `data: ${line}${lineEnd}`).join('') + lineEnd
}

/** Indented JSON breaks lines only between tokens, where the line feed that joins them again is harmless. */
function textOf(payload: Frame['payload'], indent = 0): string {
  return typeof payload === 'string' ? payload : JSON.stringify(payload, null, indent)
}

function lineEndOf({ crlf }: Shape): string {
  return crlf ? '\r\n' : '\n'
}

/** Each piece becomes a separate gzip member; concatenated members are one valid gzip body. */
function pack(text: string, { gzip }: Shape): Buffer {
  return gzip ? gzipSync(text) : Buffer.from(text)
}
