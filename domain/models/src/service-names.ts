// Names that begin with the service's own prefix: aliases, headers and the metadata of tools. The prefix is one
// setting, so that an installation under another name uses it everywhere.
import { z } from 'zod'

export const prefixSettings = {
  SERVICE_PREFIX: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be a short word of lower-case letters, digits and hyphens')
    .default('svc'),
}

export type ServiceNames = {
  prefix: string
  /** `svc/chat-default` for `chat-default`. */
  alias(name: string): string
  /** `x-svc-dry-run` for `dry-run`. */
  header(name: ServiceHeader): string
  /** A header's name in the metadata of a tool's result: `svc/credits-charged`. */
  metadata(name: string): string
}

export type ServiceHeader =
  | 'concerned-company'
  | 'credits-balance'
  | 'credits-charged'
  | 'dry-run'
  | 'idempotent-replay'

export function createServiceNames(prefix: string): ServiceNames {
  return {
    prefix,
    alias: (name) => `${prefix}/${name}`,
    header: (name) => `x-${prefix}-${name}`,
    metadata: (name) => `${prefix}/${name}`,
  }
}
