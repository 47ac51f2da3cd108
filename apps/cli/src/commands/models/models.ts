import { platformCompanyId } from '@gatehouse/companies/platform-company'
import { formatCredits } from '@gatehouse/credits/credit'
import { readConcernedUsage } from '@gatehouse/credits/read-concerned-usage'
import { type Capability, capabilities } from '@gatehouse/models/alias'
import { setPrice } from '@gatehouse/models/prices'
import { readCatalog } from '@gatehouse/models/read-catalog'
import { setAlias } from '@gatehouse/models/set-alias'
import type { StoredCatalog, StoredRoute } from '@gatehouse/models/stored-catalog'
import { type GroupContext, type Subcommand, defineGroup } from '../../command-group.ts'
import { UsageError, parseOptions } from '../../command.ts'
import {
  readCreditMicros,
  readId,
  readTime,
  readWholeNumber,
  readWholeNumberIfGiven,
  required,
} from '../../option-values.ts'
import { formatTable } from '../../format-table.ts'
import { setRouteSubcommand } from './set-route.ts'

const list: Subcommand<GroupContext> = {
  usage: 'models list',
  parse(args) {
    if (args.length > 0) throw new UsageError('models list takes no options')
    return async ({ database }) => describeCatalog(await readCatalog(database))
  },
}

const heads = ['alias', 'capability', 'routes', 'price version', 'enabled']

/** A table of the aliases, each followed by its routes. */
function describeCatalog({ aliases, routes, prices }: StoredCatalog): string[] {
  if (aliases.length === 0) return ['there are no aliases: create one with gatehouse models set-alias']
  const rows = aliases.map(({ alias, capability, isEnabled }) => [
    alias,
    capability,
    String(routes.filter((route) => route.alias === alias).length),
    String(prices.get(alias)?.version ?? 'none'),
    isEnabled ? 'yes' : 'no',
  ])
  const [head = '', ...lines] = formatTable(heads, rows)
  const describeAlias = (line: string, index: number) => [
    line,
    ...routes.filter(({ alias }) => alias === aliases[index]?.alias).map(describeRoute),
  ]
  return [head, ...lines.flatMap(describeAlias)]
}

function describeRoute(route: StoredRoute): string {
  const { position, providerModel, baseUrl, weight, credentialRef, isEnabled } = route
  const details = [
    weight === 1 ? '' : `weight ${weight}`,
    credentialRef ?? 'no credential',
    isEnabled ? '' : 'disabled',
  ].filter((detail) => detail !== '')
  return `  ${position}. ${providerModel} at ${baseUrl} (${details.join(', ')})`
}

const aliasOptions = {
  alias: { type: 'string' },
  capability: { type: 'string' },
  'max-output-tokens': { type: 'string' },
  'context-tokens': { type: 'string' },
  enabled: { type: 'boolean' },
  disabled: { type: 'boolean' },
} as const

const setAliasSubcommand: Subcommand<GroupContext> = {
  usage: `models set-alias --alias NAME --capability ${capabilities.join('|')} --max-output-tokens N [--context-tokens N] [--enabled|--disabled]`,
  parse(args) {
    const { values } = parseOptions(args, { options: aliasOptions })
    const alias = {
      alias: required('--alias', values.alias),
      capability: readCapability(values.capability),
      maxOutputTokens: readWholeNumber('--max-output-tokens', values['max-output-tokens'], { min: 0 }),
      contextTokens: readWholeNumberIfGiven('--context-tokens', values['context-tokens'], { min: 1 }),
      isEnabled: readEnabled(values),
    }
    return async (deps) => {
      const { kind, isEnabled } = await setAlias(deps, alias)
      return [`${alias.alias} was ${kind} and is ${isEnabled ? 'enabled' : 'disabled'}`]
    }
  },
}

/** Undefined keeps what is stored. */
function readEnabled({ enabled, disabled }: { enabled?: boolean; disabled?: boolean }): boolean | undefined {
  if (enabled && disabled) throw new UsageError('give either --enabled or --disabled')
  return disabled ? false : enabled
}

function readCapability(text: string | undefined): Capability {
  const capability = capabilities.find((known) => known === text)
  if (capability === undefined) throw new UsageError(`--capability must be one of ${capabilities.join(', ')}`)
  return capability
}

const priceOptions = {
  alias: { type: 'string' },
  input: { type: 'string' },
  'cached-input': { type: 'string' },
  output: { type: 'string' },
} as const

// Prices are stored in micro-credits per million tokens, so six decimals are exact.
const setPriceSubcommand: Subcommand<GroupContext> = {
  usage:
    'models set-price --alias NAME --input CREDITS --cached-input CREDITS --output CREDITS (per million tokens)',
  parse(args) {
    const { values } = parseOptions(args, { options: priceOptions })
    const price = {
      alias: required('--alias', values.alias),
      inputMicrosPerMillion: readCreditMicros('--input', values.input),
      cachedInputMicrosPerMillion: readCreditMicros('--cached-input', values['cached-input']),
      outputMicrosPerMillion: readCreditMicros('--output', values.output),
    }
    return async (deps) => {
      const { kind, version } = await setPrice(deps, price)
      return [
        kind === 'set'
          ? `${price.alias} has price version ${version} from now on`
          : `${price.alias} already has this price, as version ${version}`,
      ]
    }
  },
}

const defaultDays = 30

/** Shows the cost of the platform's own calls on behalf of a company; a plan may charge the company for it. */
const cost: Subcommand<GroupContext> = {
  usage: 'models cost --company ID [--from TIME] [--to TIME]',
  parse(args) {
    const options = { company: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } } as const
    const { company, from, to } = parseOptions(args, { options }).values
    const companyId = readId('--company', company)
    const until = (to === undefined ? null : readTime('--to', to)) ?? new Date()
    const since = from === undefined ? null : readTime('--from', from)
    const period = { from: since ?? new Date(until.getTime() - defaultDays * 86_400_000), to: until }
    return async ({ database }) => {
      const usage = await readConcernedUsage(database, { payerId: platformCompanyId, companyId, ...period })
      if (usage.length === 0) return ['the platform made no calls for this company in that period']
      return usage.map(
        ({ alias, requests, failedRequests, chargedMicros }) =>
          `${alias}: ${requests} calls, ${failedRequests} failed, ${formatCredits(chargedMicros)} credits`,
      )
    }
  },
}

export const modelsCommand = defineGroup({
  name: 'models',
  summary:
    'lists and changes aliases, routes and prices at DATABASE_URL; running gateways apply changes within 2 s',
  open: (context) => context,
  subcommands: {
    list,
    'set-alias': setAliasSubcommand,
    'set-route': setRouteSubcommand,
    'set-price': setPriceSubcommand,
    cost,
  },
})
