import { parseArgs } from 'node:util'
import { isCredentialReference } from '@gatehouse/models/read-credential'
import { type RouteToSet, setRoute } from '@gatehouse/models/set-route'
import { required, wholeNumber, wholeNumberIfGiven } from './option-values.ts'
import type { Subcommand } from './subcommand.ts'

const options = {
  alias: { type: 'string' },
  position: { type: 'string' },
  'base-url': { type: 'string' },
  model: { type: 'string' },
  credential: { type: 'string' },
  weight: { type: 'string' },
  beside: { type: 'boolean' },
  enabled: { type: 'boolean' },
  'connect-timeout-ms': { type: 'string' },
  'first-byte-timeout-ms': { type: 'string' },
  'idle-timeout-ms': { type: 'string' },
  'total-timeout-ms': { type: 'string' },
  'stream-options': { type: 'boolean' },
  'json-schema': { type: 'boolean' },
  'legacy-completions': { type: 'boolean' },
} as const

export const setRouteSubcommand: Subcommand = {
  usage: [
    'models set-route --alias NAME --position N --base-url URL --model NAME',
    '[--credential env:NAME|file:/PATH|none] [--weight N] [--beside] [--[no-]enabled]',
    '[--connect-timeout-ms N] [--first-byte-timeout-ms N] [--idle-timeout-ms N] [--total-timeout-ms N]',
    '[--[no-]stream-options] [--[no-]json-schema] [--[no-]legacy-completions]',
    '(replaces what is at that position; with --beside it shares the position by weight)',
  ].join('\n    '),
  read(words) {
    const route = readRoute(words)
    return async (deps) => {
      const { kind, removed } = await setRoute(deps, route)
      const others = removed === 0 ? '' : `, in place of ${removed} at its position`
      return `${route.alias}: the route to ${route.providerModel} at ${route.baseUrl} was ${kind}${others}`
    }
  },
}

function readRoute(words: readonly string[]): RouteToSet {
  const { values } = parseArgs({ args: [...words], options, allowNegative: true })
  const atLeastOne = (name: 'weight' | (keyof typeof options & `${string}-ms`)) =>
    wholeNumberIfGiven(`--${name}`, values[name], { min: 1 })
  return {
    alias: required('--alias', values.alias),
    position: wholeNumber('--position', values.position, { min: 0 }),
    baseUrl: required('--base-url', values['base-url']),
    providerModel: required('--model', values.model),
    credentialRef: readReference(values.credential),
    weight: atLeastOne('weight'),
    timeouts: {
      connectMs: atLeastOne('connect-timeout-ms'),
      firstByteMs: atLeastOne('first-byte-timeout-ms'),
      idleMs: atLeastOne('idle-timeout-ms'),
      totalMs: atLeastOne('total-timeout-ms'),
    },
    supportsStreamOptions: values['stream-options'],
    supportsJsonSchema: values['json-schema'],
    supportsLegacyCompletions: values['legacy-completions'],
    isEnabled: values.enabled,
    isBeside: values.beside,
  }
}

/** Undefined leaves it as it is; null takes it away. */
function readReference(text: string | undefined): string | null | undefined {
  if (text === undefined || isCredentialReference(text)) return text
  if (text === 'none') return null
  // Not quoted: it may be the credential itself.
  throw new TypeError('--credential must be env:NAME, file:/PATH or none, never the credential itself')
}
