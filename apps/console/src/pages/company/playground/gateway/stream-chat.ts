import { createParser } from 'eventsource-parser'
import type { ChatRequest, Connection } from './chat-request.ts'
import { GatewayFault, readFault } from './gateway-fault.ts'
import { type Frame, readFrame } from './read-frame.ts'
import { sendRequest } from './send-request.ts'

type StreamListener = {
  /** The answer has begun. The id is that of the call and of its receipt. */
  onOpen: (requestId: string | undefined) => void
  /** Frames that came together. */
  onFrames: (frames: readonly Frame[]) => void
}

/** Sends a chat and reads the answer as it comes. Ends after `[DONE]`, and throws a GatewayFault without it. */
export async function streamChat(
  connection: Connection,
  request: ChatRequest,
  { onOpen, onFrames }: StreamListener,
): Promise<void> {
  const response = await sendRequest(connection, {
    path: '/chat/completions',
    body: { ...request, stream: true },
  })
  const requestId = response.headers.get('x-request-id') ?? undefined
  onOpen(requestId)
  for await (const frames of framesOf(response, connection.signal)) {
    onFrames(frames)
    const error = frames.find((frame) => frame.error !== undefined)?.error
    if (error !== undefined) throw readFault(error, { kind: 'broken', requestId })
    if (frames.some(({ isDone }) => isDone)) return
  }
  throw new GatewayFault('', { kind: 'broken', requestId })
}

async function* framesOf(response: Response, signal: AbortSignal): AsyncGenerator<readonly Frame[]> {
  let frames: Frame[] = []
  const parser = createParser({ onEvent: ({ data }) => frames.push(readFrame(data)) })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return
  for (;;) {
    const { value, done } = await readNext(reader, signal)
    if (done) return
    parser.feed(value)
    if (frames.length > 0) yield frames
    frames = []
  }
}

/** A connection that breaks off is the same as a stream without an end. */
async function readNext(reader: ReadableStreamDefaultReader<string>, signal: AbortSignal) {
  try {
    return await reader.read()
  } catch (thrown) {
    if (signal.aborted) throw thrown
    return { done: true, value: undefined } as const
  }
}
