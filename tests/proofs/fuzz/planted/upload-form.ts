import { readParseRequest } from '@gatehouse/gateway/parse/read-parse-request'
import { readBody } from '@gatehouse/http/read-body'
import type { Surface } from '../engine/surface.ts'
import { checkUpload, surface as sound } from '../surfaces/upload-form.ts'

/** Looks for the end of a form in each chunk alone, and misses one that two chunks share. */
export const surface: Surface = {
  ...sound,
  open: () =>
    checkUpload({
      readParseRequest,
      async readBody(message, limits) {
        let isOver = false
        message.on('data', (chunk: Buffer) => (isOver ||= chunk.includes('--b--')))
        const body = await readBody(message, limits)
        return isOver ? body : Buffer.concat([body, Buffer.from('\r\n--b--')])
      },
    }),
}
