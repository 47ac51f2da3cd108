// An answer before it is sent. The frames of a stream are generated while it is sent: thousands of open streams would
// not fit in memory as finished text.
import type { FramePoint } from '../plan/fault-plan.ts'
import type { WireErrorFields } from './wire-error.ts'

export type FramePart = Extract<FramePoint, string> | 'body'

/** A string is sent verbatim; anything else as JSON. */
export type Frame = { part: FramePart; payload: string | object }

export type BodyAnswer = {
  kind: 'body'
  status: number
  headers: Record<string, string>
  body: string
  /**
   * When answers are paced, the headers are sent only after the time that generating this many tokens takes, as with a
   * provider that does not stream.
   */
  tokensGenerated: number
}

export type StreamAnswer = {
  kind: 'stream'
  status: number
  headers: Record<string, string>
  frames: Iterable<Frame>
}

export type WireAnswer = BodyAnswer | StreamAnswer

export function jsonAnswer(value: object, tokensGenerated = 0): BodyAnswer {
  return { ...bodyAnswer('application/json', JSON.stringify(value)), tokensGenerated }
}

export function errorAnswer(status: number, fields: WireErrorFields): BodyAnswer {
  return { ...jsonAnswer({ error: fields }), status }
}

export function htmlAnswer(status: number): BodyAnswer {
  const page = `<!doctype html><html><body><h1>${status}</h1><p>A page, not an answer.</p></body></html>\n`
  return { ...bodyAnswer('text/html', page), status }
}

export function invalidJsonAnswer(): BodyAnswer {
  return bodyAnswer('application/json', '{"id":"chatcmpl-sim-0","choices":[{"index":0,"mess')
}

export function streamAnswer(frames: Iterable<Frame>): StreamAnswer {
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }
  return { kind: 'stream', status: 200, headers, frames }
}

function bodyAnswer(contentType: string, body: string): BodyAnswer {
  return { kind: 'body', status: 200, headers: { 'content-type': contentType }, body, tokensGenerated: 0 }
}
