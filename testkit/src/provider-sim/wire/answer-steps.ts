// Turns an answer and a plan into the exact sequence of writes and the way it ends. Pure and lazy: the sender pulls a
// step once the previous one has been written.
import { gzipSync } from 'node:zlib'
import type { Fault, FaultPlan, FramePoint, Shape } from '../plan/fault-plan.ts'
import type { Frame, FramePart, WireAnswer } from './wire-answer.ts'
import { wireErrorOf } from './wire-error.ts'

export type Step =
  | {
      kind: 'write'
      bytes: Buffer
      /** Earliest time of the write, in milliseconds after the headers. */
      dueMs: number
      /** Must reach the kernel before the next write, so that the two are not sent together. */
      isAlone: boolean
      completesFrame: boolean
    }
  | { kind: 'end' | 'hang' | 'cut' }

type PointFault = Extract<Fault, { after?: unknown }>

const PART_ORDER: Record<FramePart, number> = { role: 0, content: 1, finish: 2, usage: 3, done: 4, body: 5 }

export function* answerSteps(answer: WireAnswer, plan: FaultPlan): Generator<Step> {
  const { shape = {} } = plan
  const fault = isPointFault(plan.fault) ? plan.fault : undefined
  const paceMs = answer.kind === 'stream' ? 1_000 / (plan.tokensPerSecond ?? Infinity) : 0
  let dueMs = 0
  let framesBefore = 0
  let isFired = false
  for (const frame of framesOf(answer)) {
    dueMs += (shape.frameDelayMs ?? 0) + (frame.part === 'content' ? paceMs : 0)
    if (fault && !isFired && isReached(fault, frame, framesBefore)) {
      isFired = true
      yield* fire(fault, { frame, plan, dueMs })
      if (fault.kind !== 'garbage_frame') return
    }
    yield* frameWrites(frame, plan, dueMs)
    framesBefore += 1
  }
  if (fault && !isFired) yield* fire(fault, { plan, dueMs })
  yield { kind: 'end' }
}

function framesOf(answer: WireAnswer): Iterable<Frame> {
  return answer.kind === 'stream' ? answer.frames : [{ part: 'body', payload: answer.body }]
}

function isPointFault(fault: Fault | undefined): fault is PointFault {
  return fault !== undefined && (fault.kind === 'end_early' || 'after' in fault)
}

/** Whether the fault occurs before this frame. Faults that would have no effect after `[DONE]` occur before it. */
function isReached(fault: PointFault, frame: Frame, framesBefore: number): boolean {
  const canFollowDone = fault.kind === 'hang_mid_stream' || fault.kind === 'cut_between_frames'
  if (frame.part === 'body' || (frame.part === 'done' && !canFollowDone)) return true
  return isPassed(fault.after ?? 'done', frame, framesBefore)
}

function isPassed(point: FramePoint, { part }: Frame, framesBefore: number): boolean {
  return typeof point === 'number' ? framesBefore >= point : PART_ORDER[part] > PART_ORDER[point]
}

type FiringPoint = { frame?: Frame; plan: FaultPlan; dueMs: number }

function* fire(fault: PointFault, { frame, plan, dueMs }: FiringPoint): Generator<Step> {
  const part = frame?.part ?? 'done'
  switch (fault.kind) {
    case 'hang_mid_stream':
      yield { kind: 'hang' }
      break
    case 'cut_between_frames':
      yield { kind: 'cut' }
      break
    case 'cut_mid_frame':
      if (frame) yield* writes(firstBytes(frame, plan, fault.bytes), { plan, dueMs, completesFrame: false })
      yield { kind: 'cut' }
      break
    case 'end_early':
      yield { kind: 'end' }
      break
    case 'error_mid_stream':
      yield* frameWrites({ part, payload: { error: wireErrorOf(500, fault) } }, plan, dueMs)
      yield { kind: 'end' }
      break
    case 'garbage_frame':
      yield* frameWrites({ part, payload: '{"id":"chatcmpl-sim-0","choices":[{"del' }, plan, dueMs)
      break
  }
}

function firstBytes(frame: Frame, plan: FaultPlan, bytes: number): Buffer {
  const whole = frameBytes(frame, plan.shape)
  return whole.subarray(0, Math.min(bytes, whole.length - 1))
}

function* frameWrites(frame: Frame, plan: FaultPlan, dueMs: number): Generator<Step> {
  const { shape } = plan
  if (shape?.comments && frame.part !== 'body') {
    yield* writes(commentBytes(shape), { plan, dueMs, completesFrame: false })
  }
  const copies = shape?.duplicateDone && frame.payload === '[DONE]' ? 2 : 1
  for (let copy = 0; copy < copies; copy += 1) {
    yield* writes(frameBytes(frame, shape), { plan, dueMs, completesFrame: true })
  }
}

type WriteKind = { plan: FaultPlan; dueMs: number; completesFrame: boolean }

function* writes(bytes: Buffer, { plan, dueMs, completesFrame }: WriteKind): Generator<Step> {
  const sizeMax = plan.shape?.writeBytesMax ?? Math.max(1, bytes.length)
  for (let start = 0; start < bytes.length; start += sizeMax) {
    const isLast = start + sizeMax >= bytes.length
    yield {
      kind: 'write',
      bytes: bytes.subarray(start, start + sizeMax),
      dueMs,
      isAlone: plan.shape?.writeBytesMax !== undefined,
      completesFrame: completesFrame && isLast,
    }
  }
}

/** Encodes a frame as bytes: server-sent event framing in its legal variants, and compression. */
function frameBytes(frame: Frame, shape: Shape = {}): Buffer {
  return pack(frame.part === 'body' ? textOf(frame.payload) : eventText(frame.payload, shape), shape)
}

function commentBytes(shape: Shape = {}): Buffer {
  const lineEnd = lineEndOf(shape)
  return pack(`: keep-alive${lineEnd}${lineEnd}`, shape)
}

function eventText(payload: Frame['payload'], shape: Shape): string {
  const lineEnd = lineEndOf(shape)
  if (!shape.multiLineData) return `data: ${textOf(payload)}${lineEnd}${lineEnd}`
  const lines = textOf(payload, 1).split('\n')
  return lines.map((line) => `data: ${line}${lineEnd}`).join('') + lineEnd
}

/**
 * Indented JSON has line breaks only between tokens, so the line feeds with which a client joins the `data:` lines are
 * harmless.
 */
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
