// The catalog of models for super admins. Running gateways apply a change within two seconds.
import { parseCredits } from '@gatehouse/credits/credit'
import { previewPrice } from '@gatehouse/credits/preview-price'
import { currentPrices, listPrices, setPrice } from '@gatehouse/models/prices'
import { readCatalog } from '@gatehouse/models/read-catalog'
import { setAlias } from '@gatehouse/models/set-alias'
import { removeRoute, setRoute } from '@gatehouse/models/set-route'
import { badRequest, unknownId } from '../../graphql-faults.ts'
import type { OperationContext, OperationDeps } from '../../operation-context.ts'
import { type Operation, defineMutation, defineQuery } from '../../schema/define-operation.ts'
import {
  type InputValues,
  enumInput,
  inputObject,
  inputs,
  listInput,
  optionalInput,
} from '../../schema/input.ts'
import { listOf } from '../../schema/shape.ts'
import { auditActor } from '../audit.ts'
import { type CatalogAlias, capabilityType, catalogAliasType, pricePreviewType } from './catalog-types.ts'

const names = optionalInput(listInput(inputs.string))
const flag = optionalInput(inputs.boolean)
const number = optionalInput(inputs.int)

const routeInputs = {
  alias: inputs.string,
  position: inputs.int,
  baseUrl: inputs.string,
  providerModel: inputs.string,
  credentialRef: optionalInput(inputs.string),
  weight: number,
  isBeside: flag,
  isEnabled: flag,
  connectTimeoutMs: number,
  firstByteTimeoutMs: number,
  idleTimeoutMs: number,
  totalTimeoutMs: number,
  supportsStreamOptions: flag,
  supportsJsonSchema: flag,
  supportsLegacyCompletions: flag,
  countsTotalTokens: flag,
  answerModels: names,
  rejectedFields: names,
  hiddenFields: names,
  hiddenNames: names,
}

const routeInput = inputObject(
  'ModelRouteInput',
  'A route to set. Omitted values keep what is stored, or get the default on a new route. credentialRef is env:NAME, file:/path, or "none" to remove it; never the credential itself.',
  routeInputs,
)

const priceInputs = {
  alias: inputs.string,
  input: inputs.string,
  cachedInput: inputs.string,
  output: inputs.string,
}

const previewDaysMax = 30

const previewPriceQuery = defineQuery({
  name: 'previewPrice',
  description: `What the usage of the last days, at most ${previewDaysMax}, would cost at another price, in credits per million tokens. Days are in UTC and include today. Every reported token counts, also of calls that failed; sums are rounded up once for each company.`,
  inputs: { ...priceInputs, days: inputs.int },
  returns: pricePreviewType,
  cost: 100,
  async resolve({ deps }, { days, ...given }) {
    if (days < 1 || days > previewDaysMax) throw badRequest(`days must be from 1 to ${previewDaysMax}.`)
    const { alias, ...next } = readPrice(given)
    const current = (await currentPrices(deps.database)).get(alias)
    if (!current) throw badRequest(`${alias} has no price yet, so there is nothing to compare with.`)
    return previewPrice(deps.database, { alias, current, next, days })
  },
})

export const catalogOperations: readonly Operation[] = [
  defineQuery({
    name: 'catalog',
    description: 'All aliases with their routes and prices, in order of their names.',
    inputs: {},
    returns: listOf(catalogAliasType),
    cost: 50,
    resolve: ({ deps }) => listCatalog(deps),
  }),
  previewPriceQuery,
  defineMutation({
    name: 'setAlias',
    description:
      'Adds an alias, or changes it; its routes and prices are kept. Without contextTokens or isEnabled the stored value is kept; a new ' +
      'alias is enabled.',
    inputs: {
      alias: inputs.string,
      capability: enumInput(capabilityType),
      maxOutputTokens: inputs.int,
      contextTokens: number,
      isEnabled: flag,
    },
    returns: catalogAliasType,
    cost: 50,
    async resolve(context, { contextTokens, isEnabled, ...alias }) {
      if (alias.maxOutputTokens < 0) throw badRequest('maxOutputTokens must not be negative.')
      if (contextTokens !== null && contextTokens < 1) throw badRequest('contextTokens must be at least 1.')
      const optional = { contextTokens: contextTokens ?? undefined, isEnabled: isEnabled ?? undefined }
      await setAlias(await changeDeps(context), { ...alias, ...optional })
      return readAlias(context.deps, alias.alias)
    },
  }),
  defineMutation({
    name: 'setRoute',
    description:
      'Adds a route to an alias, or changes the one with the same position and base URL. It replaces other routes at its position unless isBeside is true.',
    inputs: { route: routeInput },
    returns: catalogAliasType,
    cost: 50,
    async resolve(context, { route }) {
      await setRoute(await changeDeps(context), toRoute(route))
      return readAlias(context.deps, route.alias)
    },
  }),
  defineMutation({
    name: 'removeRoute',
    description: 'Removes a route. Calls that already use it continue.',
    inputs: { routeId: inputs.id },
    returns: catalogAliasType,
    cost: 50,
    async resolve(context, { routeId }) {
      const { alias } = await removeRoute(await changeDeps(context), routeId)
      return readAlias(context.deps, alias)
    },
  }),
  defineMutation({
    name: 'setPrice',
    needsRecentLogin: true,
    description:
      'Sets the price of an alias from now on, in credits per million tokens, such as "0.15". Running calls keep the price they were admitted with. Setting the current price again changes nothing.',
    inputs: priceInputs,
    returns: catalogAliasType,
    cost: 50,
    async resolve(context, given) {
      await setPrice(await changeDeps(context), readPrice(given))
      return readAlias(context.deps, given.alias)
    },
  }),
]

async function changeDeps(context: OperationContext) {
  return { database: context.deps.database, ids: context.deps.ids, by: await auditActor(context) }
}

async function listCatalog({ database }: OperationDeps): Promise<CatalogAlias[]> {
  const [{ aliases, routes, prices: current }, prices] = await Promise.all([
    readCatalog(database),
    listPrices(database),
  ])
  return aliases.map((alias) =>
    Object.assign(alias, {
      routes: routes.filter((route) => route.alias === alias.alias),
      prices: (prices.get(alias.alias) ?? []).map((price) =>
        Object.assign(price, { isCurrent: price.version === current.get(alias.alias)?.version }),
      ),
    }),
  )
}

async function readAlias(deps: OperationDeps, name: string): Promise<CatalogAlias> {
  const found = (await listCatalog(deps)).find(({ alias }) => alias === name)
  if (!found) throw unknownId()
  return found
}

function readPrice({ alias, input, cachedInput, output }: InputValues<typeof priceInputs>) {
  const read = (name: string, text: string) => {
    const micros = parseCredits(text)
    if (micros !== undefined && micros >= 0n) return micros
    throw badRequest(`${name} must be a non-negative decimal with at most six places, such as "0.15".`, name)
  }
  return {
    alias,
    inputMicrosPerMillion: read('input', input),
    cachedInputMicrosPerMillion: read('cachedInput', cachedInput),
    outputMicrosPerMillion: read('output', output),
  }
}

/** An omitted value stays undefined, which keeps what is stored. */
function toRoute(route: InputValues<typeof routeInputs>) {
  const atLeast = (
    min: number,
    name: 'position' | 'weight' | (`${string}TimeoutMs` & keyof typeof route),
  ) => {
    const value = route[name]
    if (value !== null && value < min) throw badRequest(`${name} must be at least ${min}.`, `route.${name}`)
    return value ?? undefined
  }
  if (route.providerModel.trim() === '')
    throw badRequest('providerModel must not be empty.', 'route.providerModel')
  return {
    alias: route.alias,
    position: atLeast(0, 'position') ?? 0,
    baseUrl: route.baseUrl,
    providerModel: route.providerModel,
    credentialRef: route.credentialRef === 'none' ? null : (route.credentialRef ?? undefined),
    weight: atLeast(1, 'weight'),
    timeouts: {
      connectMs: atLeast(1, 'connectTimeoutMs'),
      firstByteMs: atLeast(1, 'firstByteTimeoutMs'),
      idleMs: atLeast(1, 'idleTimeoutMs'),
      totalMs: atLeast(1, 'totalTimeoutMs'),
    },
    supportsStreamOptions: route.supportsStreamOptions ?? undefined,
    supportsJsonSchema: route.supportsJsonSchema ?? undefined,
    supportsLegacyCompletions: route.supportsLegacyCompletions ?? undefined,
    countsTotalTokens: route.countsTotalTokens ?? undefined,
    answerModels: route.answerModels ?? undefined,
    rejectedFields: route.rejectedFields ?? undefined,
    hiddenFields: route.hiddenFields ?? undefined,
    hiddenNames: route.hiddenNames ?? undefined,
    isEnabled: route.isEnabled ?? undefined,
    isBeside: route.isBeside ?? undefined,
  }
}
