import { FrameReader } from '@gatehouse/gateway/wire/frame-reader'
import { readUsage } from '@gatehouse/gateway/wire/scan-answer'
import { SseSplitter } from '@gatehouse/bytes/sse-splitter'
import type { Surface } from '../engine/surface.ts'
import { checkSseFrames, surface as sound } from '../surfaces/sse-frames.ts'

/** Loses the line feed of a line break that two chunks share. */
class ForgetfulSplitter extends SseSplitter {
  #endedWithReturn = false

  override feed(chunk: Buffer) {
    const isShared = this.#endedWithReturn && chunk[0] === 0x0a
    this.#endedWithReturn = chunk.at(-1) === 0x0d
    return super.feed(isShared ? chunk.subarray(1) : chunk)
  }
}

export const surface: Surface = {
  ...sound,
  open: () =>
    checkSseFrames({
      createSplitter: (options) => new ForgetfulSplitter(options),
      createReader: () => new FrameReader('alias-of-caller'),
      readUsage,
    }),
}
