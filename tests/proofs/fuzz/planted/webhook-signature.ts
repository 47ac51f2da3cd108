import type { Surface } from '../engine/surface.ts'
import { checkWebhook, createVerifier, surface as sound } from '../surfaces/webhook-signature.ts'

/** Accepts what was signed with white space at its end removed. */
export const surface: Surface = {
  ...sound,
  open: () =>
    checkWebhook((clock) => {
      const verify = createVerifier(clock)
      return (body, header) =>
        verify(body, header) ?? verify(Buffer.from(body.toString('latin1').trimEnd()), header)
    }),
}
