// The catalog as super admins see it: aliases with their routes and prices.
import { formatCredits } from '@gatehouse/credits/credit'
import { type CompanyPreview, type PricePreview, companiesMax } from '@gatehouse/credits/preview-price'
import { capabilities } from '@gatehouse/models/alias'
import type { StoredPrice } from '@gatehouse/models/prices'
import type { StoredAlias, StoredRoute } from '@gatehouse/models/stored-catalog'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../../schema/shape.ts'

export const capabilityType = enumeration(
  'ModelCapability',
  'What an alias is for: chat, document extraction, or embeddings.',
  capabilities,
)

const routeType = defineObject<StoredRoute>(
  'ModelRoute',
  'One way to serve an alias. Routes are tried in the order of their positions; routes at one position share calls by weight.',
  {
    id: field(shapes.id, (route) => route.id),
    position: field(shapes.int, (route) => route.position),
    weight: field(shapes.int, (route) => route.weight),
    baseUrl: field(shapes.string, (route) => route.baseUrl),
    providerModel: field(shapes.string, (route) => route.providerModel),
    credentialRef: field(optional(shapes.string), (route) => route.credentialRef),
    isEnabled: field(shapes.boolean, (route) => route.isEnabled),
    connectTimeoutMs: field(shapes.int, ({ timeouts }) => timeouts.connectMs),
    firstByteTimeoutMs: field(shapes.int, ({ timeouts }) => timeouts.firstByteMs),
    idleTimeoutMs: field(shapes.int, ({ timeouts }) => timeouts.idleMs),
    totalTimeoutMs: field(shapes.int, ({ timeouts }) => timeouts.totalMs),
    supportsStreamOptions: field(shapes.boolean, (route) => route.supportsStreamOptions),
    supportsJsonSchema: field(shapes.boolean, (route) => route.supportsJsonSchema),
    supportsLegacyCompletions: field(shapes.boolean, (route) => route.supportsLegacyCompletions),
    countsTotalTokens: field(shapes.boolean, (route) => route.countsTotalTokens),
    answerModels: field(listOf(shapes.string), (route) => route.answerModels),
    rejectedFields: field(listOf(shapes.string), (route) => route.rejectedFields),
    hiddenFields: field(listOf(shapes.string), (route) => route.hiddenFields),
    hiddenNames: field(listOf(shapes.string), (route) => route.hiddenNames),
  },
)

const priceType = defineObject<StoredPrice & { isCurrent: boolean }>(
  'ModelPrice',
  'A version of an alias’s price, in credits per million tokens.',
  {
    version: field(shapes.string, (price) => String(price.version)),
    input: field(shapes.string, (price) => formatCredits(price.inputMicrosPerMillion)),
    cachedInput: field(shapes.string, (price) => formatCredits(price.cachedInputMicrosPerMillion)),
    output: field(shapes.string, (price) => formatCredits(price.outputMicrosPerMillion)),
    validFrom: field(shapes.time, (price) => price.validFrom),
    isCurrent: field(shapes.boolean, (price) => price.isCurrent),
  },
)

export type CatalogAlias = StoredAlias & {
  routes: readonly StoredRoute[]
  prices: readonly (StoredPrice & { isCurrent: boolean })[]
}

export const catalogAliasType = defineObject<CatalogAlias>(
  'CatalogAlias',
  'The stable name of a model, with its routes in order and the last 20 versions of its price, newest first.',
  {
    alias: field(shapes.string, (entry) => entry.alias),
    capability: field(capabilityType, (entry) => entry.capability),
    isEnabled: field(shapes.boolean, (entry) => entry.isEnabled),
    maxOutputTokens: field(shapes.int, (entry) => entry.maxOutputTokens),
    contextTokens: field(optional(shapes.int), (entry) => entry.contextTokens),
    routes: field(listOf(routeType), (entry) => entry.routes, { usualLength: 3 }),
    prices: field(listOf(priceType), (entry) => entry.prices, { usualLength: 5 }),
  },
)

const amounts = {
  before: field(shapes.string, (preview: Amounts) => formatCredits(preview.beforeMicros)),
  after: field(shapes.string, (preview: Amounts) => formatCredits(preview.afterMicros)),
  charged: field(shapes.string, (preview: Amounts) => formatCredits(preview.chargedMicros)),
}

type Amounts = Pick<CompanyPreview, 'beforeMicros' | 'afterMicros' | 'chargedMicros'>

const companyPreviewType = defineObject<CompanyPreview>(
  'CompanyPricePreview',
  'What a price would change for one company.',
  {
    companyId: field(shapes.id, (preview) => preview.companyId),
    companyName: field(optional(shapes.string), (preview) => preview.companyName),
    ...amounts,
  },
)

export const pricePreviewType = defineObject<PricePreview>(
  'PricePreview',
  `The usage of the last days at the price in force (before) and at another one (after), and what was charged for it. The totals cover all companies; companies lists the ${companiesMax} whose cost changes most.`,
  {
    ...amounts,
    companies: field(listOf(companyPreviewType), (preview) => preview.companies, { usualLength: 100 }),
  },
)
