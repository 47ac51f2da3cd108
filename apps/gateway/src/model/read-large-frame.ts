import { FrameReader, type ReadFrame } from '../wire/frame-reader.ts'
import { translateChatFrame } from '../wire/translate-completion.ts'

export type LargeFrameOptions = {
  alias: string
  hiddenFields: readonly string[]
  /** Whether the frame is translated to the legacy completion format. */
  isToCompletion: boolean
}

/** Reads a large frame of a stream in a worker thread; its bytes are in the caller's format. */
export function readLargeFrame(
  frame: Buffer,
  { alias, hiddenFields, isToCompletion }: LargeFrameOptions,
): ReadFrame {
  const read = new FrameReader(alias, hiddenFields).read(frame)
  return isToCompletion ? { ...read, bytes: translateChatFrame(read.bytes) } : read
}
