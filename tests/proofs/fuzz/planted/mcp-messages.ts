import type { Surface } from '../engine/surface.ts'
import { checkMcp, createServe, surface as sound } from '../surfaces/mcp-messages.ts'

/** Answers a request whose id is a text with the first letter of that text. */
export const surface: Surface = {
  ...sound,
  open() {
    const serve = createServe()
    return checkMcp(async (version, body) => {
      const answer = await serve(version, body)
      return { ...answer, body: answer.body.replace(/"id":"(.)[^"]+"/, '"id":"$1"') }
    })
  },
}
