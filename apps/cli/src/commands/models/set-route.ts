import { proposeRejectedFields } from '@gatehouse/models/providers'
import { isCredentialReference } from '@gatehouse/models/read-credential'
import { type RouteToSet, setRoute } from '@gatehouse/models/set-route'
import type { GroupContext, Subcommand } from '../../command-group.ts'
import { UsageError, parseOptions } from '../../command.ts'
import { readList, readWholeNumber, readWholeNumberIfGiven, required } from '../../option-values.ts'

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

export const setRouteSubcommand: Subcommand<GroupContext> = {
  usage: [
    'models set-route --alias NAME --position N --base-url URL --model NAME',
    '[--credential env:NAME|file:/PATH|none] [--weight N] [--beside] [--[no-]enabled]',
    '[--connect-timeout-ms N] [--first-byte-timeout-ms N] [--idle-timeout-ms N] [--total-timeout-ms N]',
    '[--[no-]stream-options] [--[no-]json-schema] [--[no-]legacy-completions] [--[no-]count-total-tokens]',
    '[--answer-models NAME,PREFIX*] [--reject-fields NAME,…|none] [--hide-fields NAME,…] [--hide-names NAME,…]',
    '(replaces the routes at that position; with --beside it shares the position by weight)',
  ].join('\n    '),
  parse(args) {
    const route = parseRoute(args)
    return async (deps) => {
      const { kind, removed } = await setRoute(deps, route)
      const replaced = removed === 0 ? '' : `, replacing ${removed} at its position`
      return [
        `${route.alias}: the route to ${route.providerModel} at ${route.baseUrl} was ${kind}${replaced}`,
        ...proposeRejection(route),
      ]
    }
  },
}

function parseRoute(args: readonly string[]): RouteToSet {
  const { values } = parseOptions(args, { options, allowNegative: true })
  const atLeastOne = (name: 'weight' | (keyof typeof options & `${string}-ms`)) =>
    readWholeNumberIfGiven(`--${name}`, values[name], { min: 1 })
  return {
    alias: required('--alias', values.alias),
    position: readWholeNumber('--position', values.position, { min: 0 }),
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

/**
 * Request bodies are forwarded unchanged, so the operator must know which fields let a caller choose a model or price at this
 * provider.
 */
function proposeRejection({ baseUrl, rejectedFields }: RouteToSet): string[] {
  const proposed = proposeRejectedFields(baseUrl)
  if (rejectedFields !== undefined || proposed.length === 0) return []
  return [
    'request fields let callers choose another model or price at this provider. To refuse those fields, add',
    `  --reject-fields ${proposed.join(',')}`,
    'or --reject-fields none to allow them',
  ]
}

/** Undefined keeps the stored list; `none` empties it. */
function listIfGiven(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined
  return text === 'none' ? [] : readList(text)
}

/** Undefined keeps the stored reference; null removes it. */
function readReference(text: string | undefined): string | null | undefined {
  if (text === undefined || isCredentialReference(text)) return text
  if (text === 'none') return null
  // The text is not quoted: it may be the credential itself.
  throw new UsageError('--credential must be env:NAME, file:/PATH or none, never the credential itself')
}
