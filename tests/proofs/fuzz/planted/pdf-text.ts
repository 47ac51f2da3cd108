import type { Surface } from '../engine/surface.ts'
import { checkPdf, openReader, surface as sound } from '../surfaces/pdf-text.ts'

/** Takes every document of several lines for a picture, and numbers its pages from 0. */
export const surface: Surface = {
  ...sound,
  async open() {
    const read = await openReader()
    return checkPdf(async (bytes) => {
      const text = await read(bytes)
      return { ...text, ocrPages: text.lines.length > 1 ? [0] : [] }
    })
  },
}
