import { parseArgs } from 'node:util'
import { proposeRejectedFields } from '@gatehouse/models/known-providers'
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
  'count-total-tokens': { type: 'boolean' },
  'answer-models': { type: 'string' },
  'reject-fields': { type: 'string' },
  'hide-fields': { type: 'string' },
  'hide-names': { type: 'string' },
} as const

export const setRouteSubcommand: Subcommand = {
  usage: [
    'models set-route --alias NAME --position N --base-url URL --model NAME',
    '[--credential env:NAME|file:/PATH|none] [--weight N] [--beside] [--[no-]enabled]',
    '[--connect-timeout-ms N] [--first-byte-timeout-ms N] [--idle-timeout-ms N] [--total-timeout-ms N]',
    '[--[no-]stream-options] [--[no-]json-schema] [--[no-]legacy-completions] [--[no-]count-total-tokens]',
    '[--answer-models NAME,PREFIX*] [--reject-fields NAME,…|none] [--hide-fields NAME,…] [--hide-names NAME,…]',
    '(replaces what is at that position; with --beside it shares the position by weight)',
  ].join('\n    '),
  read(words) {
    const route = readRoute(words)
    return async (deps) => {
      const { kind, removed } = await setRoute(deps, route)
      const others = removed === 0 ? '' : `, in place of ${removed} at its position`
      const done = `${route.alias}: the route to ${route.providerModel} at ${route.baseUrl} was ${kind}${others}`
      return [done, ...proposeRejection(route)].join('\n')
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
    countsTotalTokens: values['count-total-tokens'],
    answerModels: listIfGiven(values['answer-models']),
    rejectedFields: listIfGiven(values['reject-fields']),
    hiddenFields: listIfGiven(values['hide-fields']),
    hiddenNames: listIfGiven(values['hide-names']),
    isEnabled: values.enabled,
    isBeside: values.beside,
  }
}

/** Bodies are forwarded as they came, so what a caller may choose at this provider is the operator's to know. */
function proposeRejection({ baseUrl, rejectedFields }: RouteToSet): string[] {
  const proposed = proposeRejectedFields(baseUrl)
  if (rejectedFields !== undefined || proposed.length === 0) return []
  return [
    'callers of this provider can choose another model or price by fields of the request. To refuse them, add',
    `  --reject-fields ${proposed.join(',')}`,
    'or --reject-fields none to allow them',
  ]
}

/** Undefined leaves it as it is; `none` empties it. */
function listIfGiven(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined
  if (text === 'none') return []
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** Undefined leaves it as it is; null takes it away. */
function readReference(text: string | undefined): string | null | undefined {
  if (text === undefined || isCredentialReference(text)) return text
  if (text === 'none') return null
  // Not quoted: it may be the credential itself.
  throw new TypeError('--credential must be env:NAME, file:/PATH or none, never the credential itself')
}
