import { Secret } from '@gatehouse/runtime/secret'
import { namedSecrets } from '@gatehouse/runtime/named-secrets'
import { z } from 'zod'
import type { TokenSecrets } from './token/access-token.ts'

const bytesMin = 32

/** The setting needed by every process that issues or verifies access tokens; spread it into the app's own schema. */
export const identitySettings = {
  JWT_SECRETS: z.string().transform((text, context): TokenSecrets => {
    const entries = text.split(',').map((entry) => entry.trim())
    if (entries.length > 2 || !entries.every((entry) => Buffer.byteLength(entry) >= bytesMin)) {
      const message = `must be a secret of at least ${bytesMin} bytes, or two separated by a comma with the current one first`
      context.addIssue({ code: 'custom', message })
    }
    const [current = '', previous] = entries
    return {
      current: new Secret(current),
      ...(previous === undefined ? {} : { previous: new Secret(previous) }),
    }
  }),
}

/** Settings of second factors, for the backend. */
export const factorSettings = {
  /** Encrypts the secrets of authenticator apps. Without it none can be set up. */
  FACTOR_SECRETS: namedSecrets('secret').optional(),
  SUPER_ADMIN_FACTOR: z.enum(['optional', 'required']).default('optional'),
}
