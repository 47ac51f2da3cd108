import { createHmac } from 'node:crypto'
import type { Surface } from '../engine/surface.ts'
import { checkAccessToken, createTokens, surface as sound } from '../surfaces/access-token.ts'

/** Remembers the tokens that it has verified by a part of a hash, and so takes a changed one for a known one. */
export const surface: Surface = {
  ...sound,
  async open() {
    const tokens = createTokens()
    const known = new Set<string>()
    return checkAccessToken({
      issue: tokens.issue,
      async verify(token) {
        const part = createHmac('sha256', '').update(token).digest('hex').slice(0, 3)
        const claims = await tokens.verify(token)
        if (claims) known.add(part)
        return known.has(part) ? (claims ?? { userId: '', expiresAt: new Date() }) : undefined
      },
    })
  },
}
